//! The derive macro of `ishigaki_catalogue::Message`: a variant's key and arguments are from its name and
//! fields.
//!
//! - `#[message("journal")]` on an enum is the prefix of its keys: the variant `InUse` has the key
//!   `journal-in-use`. On a struct it is the key.
//! - `#[message(most = MAX_LINES)]` on a variant or struct adds an argument without a field. Its value may
//!   use the names of fields, and `field_0` for the first unnamed field.
//! - `#[message("disk-full")]` on a variant is its key; `#[message(transparent)]` makes it the message of its
//!   only field.
//! - Each field is an argument with its name, or with the name in `#[message("name")]`. Its value is by
//!   `Argument`, by `Display` with `#[message(display)]`, or by `Debug` with `#[message(debug)]`. Fields with
//!   `#[source]`, `#[from]` or `#[message(skip)]`, or with the name `source`, are no arguments.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, LitStr, Member, MetaNameValue, Result,
    Token, parse_macro_input,
};

/// Derives `Message` and `Display`.
#[proc_macro_derive(Message, attributes(message))]
pub fn derive_message(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

#[derive(Default)]
struct Options {
    name: Option<String>,
    is_transparent: bool,
    form: Form,
    constants: Vec<(Ident, Expr)>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Form {
    #[default]
    Argument,
    Display,
    Debug,
    Skipped,
}

/// A word of `#[message(...)]`: a quoted key or name, an argument without a field, or an option.
enum Word {
    Name(LitStr),
    Constant(Box<MetaNameValue>),
    Option(Ident),
}

impl Parse for Word {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        match () {
            () if input.peek(LitStr) => input.parse().map(Self::Name),
            () if input.peek2(Token![=]) => input.parse().map(|constant| Self::Constant(Box::new(constant))),
            () => input.parse().map(Self::Option),
        }
    }
}

impl Options {
    fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("message")) {
            for word in attribute.parse_args_with(Punctuated::<Word, Token![,]>::parse_terminated)? {
                options.take(word)?;
            }
        }
        Ok(options)
    }

    fn take(&mut self, word: Word) -> Result<()> {
        match word {
            Word::Name(name) => self.name = Some(name.value()),
            Word::Constant(constant) => {
                self.constants.push((constant.path.require_ident()?.clone(), constant.value));
            }
            Word::Option(word) if word == "transparent" => self.is_transparent = true,
            Word::Option(word) if word == "display" => self.form = Form::Display,
            Word::Option(word) if word == "debug" => self.form = Form::Debug,
            Word::Option(word) if word == "skip" => self.form = Form::Skipped,
            Word::Option(word) => {
                let expected =
                    "expected a key or name in quotes, `transparent`, `display`, `debug` or `skip`";
                return Err(Error::new(word.span(), expected));
            }
        }
        Ok(())
    }
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let container = Options::read(&input.attrs)?;
    let Some(key) = container.name else {
        return Err(Error::new(name.span(), "expected `#[message(\"key\")]`"));
    };
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
                let key = options.name.unwrap_or_else(|| format!("{key}-{}", kebab(&ident.to_string())));
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
    let mut patterns = Vec::new();
    let mut arguments = Vec::new();
    for (name, value) in constants {
        let text = name.to_string();
        arguments.push(quote!((#text, ::ishigaki_catalogue::Value::from(#value))));
    }
    for (index, field) in fields.iter().enumerate() {
        let options = Options::read(&field.attrs)?;
        let value = field.ident.clone().unwrap_or_else(|| format_ident!("field_{index}"));
        let is_used = constants.iter().any(|(_, constant)| mentions(&quote!(#constant), &value));
        let is_argument = options.form != Form::Skipped && !is_source(field);
        if is_used || is_argument {
            let member = Member::from(index);
            patterns.push(if field.ident.is_some() { quote!(#value) } else { quote!(#member: #value) });
        }
        if !is_argument {
            continue;
        }
        let Some(name) = options.name.or_else(|| field.ident.as_ref().map(Ident::to_string)) else {
            return Err(Error::new_spanned(field, "expected `#[message(\"name\")]`"));
        };
        arguments.push(match options.form {
            Form::Display => quote!((#name, ::ishigaki_catalogue::Value::from(#value.to_string()))),
            Form::Debug => quote!((#name, ::ishigaki_catalogue::Value::from(::std::format!("{:?}", #value)))),
            Form::Argument | Form::Skipped => {
                quote!((#name, ::ishigaki_catalogue::Argument::argument(#value)))
            }
        });
    }
    let pattern = match fields {
        Fields::Unit => quote!(),
        Fields::Named(_) | Fields::Unnamed(_) => quote!({ #(#patterns,)* .. }),
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

fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

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
