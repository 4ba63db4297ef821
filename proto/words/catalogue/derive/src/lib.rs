//! The derive of `ishigaki_catalogue::Message`: a variant's catalogue key and arguments from its name and fields, and its `Display`.
//!
//! - `#[message("journal")]` on an enum is the prefix of its keys: the variant `InUse` has the key `journal-in-use`. On a struct it
//!   is the key.
//! - `#[message(most = MAX_LINES)]` on a variant or struct adds an argument that is no field.
//! - `#[message("disk-full")]` on a variant is its key; `#[message(transparent)]` makes it the message of its only field.
//! - Each field is an argument of its name, by `Argument`, or by `Display` if it is marked `#[message(display)]`. Fields that are
//!   marked `#[source]`, `#[from]` or `#[message(skip)]`, or named `source`, are none.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, LitStr, MetaNameValue, Result,
    parse_macro_input,
};

/// Derives `Message` and `Display`.
#[proc_macro_derive(Message, attributes(message))]
pub fn derive_message(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Content of `#[message(...)]`.
#[derive(Default)]
struct Options {
    key: Option<LitStr>,
    is_transparent: bool,
    is_displayed: bool,
    is_skipped: bool,
    constants: Vec<(Ident, Expr)>,
}

impl Options {
    fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("message")) {
            if let Ok(key) = attribute.parse_args::<LitStr>() {
                options.key = Some(key);
                continue;
            }
            if let Ok(constant) = attribute.parse_args::<MetaNameValue>() {
                options.constants.push((constant.path.require_ident()?.clone(), constant.value));
                continue;
            }
            let word: Ident = attribute.parse_args()?;
            match word.to_string().as_str() {
                "transparent" => options.is_transparent = true,
                "display" => options.is_displayed = true,
                "skip" => options.is_skipped = true,
                _ => {
                    return Err(Error::new(
                        word.span(),
                        "expected a key, `transparent`, `display` or `skip`",
                    ));
                }
            }
        }
        Ok(options)
    }
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let container = Options::read(&input.attrs)?;
    let Some(key) = &container.key else {
        return Err(Error::new(name.span(), "expected `#[message(\"key\")]`"));
    };
    let key = key.value();
    let arms = match &input.data {
        Data::Struct(data) => {
            vec![arm(&quote!(Self), &data.fields, &key, &container.constants)?]
        }
        Data::Enum(data) => {
            let arm_of = |variant: &syn::Variant| {
                let options = Options::read(&variant.attrs)?;
                let ident = &variant.ident;
                if options.is_transparent {
                    return transparent_arm(ident, &variant.fields);
                }
                let key = options
                    .key
                    .as_ref()
                    .map_or_else(|| format!("{key}-{}", kebab(&ident.to_string())), LitStr::value);
                arm(&quote!(Self::#ident), &variant.fields, &key, &options.constants)
            };
            data.variants.iter().map(arm_of).collect::<Result<_>>()?
        }
        Data::Union(_) => return Err(Error::new(name.span(), "a union is no message")),
    };
    let (generics, types, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #generics ::ishigaki_catalogue::Message for #name #types #bounds {
            fn phrase(&self) -> ::ishigaki_catalogue::Phrase {
                match self { #(#arms)* }
            }
        }

        #[automatically_derived]
        impl #generics ::core::fmt::Display for #name #types #bounds {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&::ishigaki_catalogue::Message::phrase(self), f)
            }
        }

        #[automatically_derived]
        impl #generics ::ishigaki_catalogue::Argument for #name #types #bounds {
            fn argument(&self) -> ::ishigaki_catalogue::Value {
                ::ishigaki_catalogue::Message::phrase(self).into()
            }
        }
    })
}

fn arm(path: &TokenStream, fields: &Fields, key: &str, constants: &[(Ident, Expr)]) -> Result<TokenStream> {
    let mut names = Vec::new();
    let mut arguments = Vec::new();
    for (name, value) in constants {
        let text = name.to_string();
        arguments.push(quote!((#text, ::ishigaki_catalogue::Value::from(#value))));
    }
    for field in fields {
        let options = Options::read(&field.attrs)?;
        if options.is_skipped || is_source(field) {
            continue;
        }
        let Some(name) = &field.ident else {
            return Err(Error::new_spanned(field, "a message's argument needs a name"));
        };
        let text = name.to_string();
        arguments.push(if options.is_displayed {
            quote!((#text, ::ishigaki_catalogue::Value::from(#name.to_string())))
        } else {
            quote!((#text, ::ishigaki_catalogue::Argument::argument(#name)))
        });
        names.push(name);
    }
    let pattern = match fields {
        Fields::Named(_) => quote!({ #(#names,)* .. }),
        Fields::Unnamed(_) => quote!((..)),
        Fields::Unit => quote!(),
    };
    Ok(quote!(#path #pattern => ::ishigaki_catalogue::Phrase::new(#key, vec![#(#arguments),*]),))
}

fn transparent_arm(ident: &Ident, fields: &Fields) -> Result<TokenStream> {
    let mut fields_left = fields.iter();
    let (Some(field), None) = (fields_left.next(), fields_left.next()) else {
        return Err(Error::new(ident.span(), "a transparent variant has one field"));
    };
    let inner = format_ident!("inner");
    let pattern = field.ident.as_ref().map_or_else(|| quote!((#inner)), |name| quote!({ #name: #inner }));
    Ok(quote!(Self::#ident #pattern => ::ishigaki_catalogue::Message::phrase(#inner),))
}

fn is_source(field: &Field) -> bool {
    field.ident.as_ref().is_some_and(|name| name == "source")
        || field
            .attrs
            .iter()
            .any(|attribute| attribute.path().is_ident("source") || attribute.path().is_ident("from"))
}

/// Maps `InUse` to `in-use`.
fn kebab(name: &str) -> String {
    let mut key = String::with_capacity(name.len() + 4);
    for (at, sign) in name.chars().enumerate() {
        if at > 0 && sign.is_uppercase() {
            key.push('-');
        }
        key.extend(sign.to_lowercase());
    }
    key
}
