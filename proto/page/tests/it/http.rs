//! Pages over HTTP, requested as by a browser.
#![expect(clippy::unwrap_used, reason = "a page that cannot be asked for is a failed test")]

use std::io::Read as _;
use std::sync::{Arc, Mutex};

use flate2::read::GzDecoder;
use ishigaki_page::{
    ActReception, Asset, FURNITURE, Hub, Key, Sentence, Shell, private_site, public_site, sentences, serve,
};
use ishigaki_words::Lang;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

async fn site() -> (std::net::SocketAddr, Hub) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, hub) = (listener.local_addr().unwrap(), Hub::new());
    let page = Asset::page("/", String::from("<!doctype html>"));
    tokio::spawn(serve(listener, public_site(FURNITURE.into_iter().chain([page]), &hub)));
    (address, hub)
}

async fn request_page(address: std::net::SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream
        .write_all(format!("{request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes())
        .await
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

/// A reader of the events.
struct Reader(BufReader<TcpStream>);

impl Reader {
    async fn open(address: std::net::SocketAddr) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 99\r\n\r\n").await.unwrap();
        Self(BufReader::new(stream))
    }

    async fn until(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).await.unwrap(), 0, "the events have ended");
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

#[tokio::test]
async fn pages_are_for_reading_only_and_load_nothing_foreign() {
    let (address, _) = site().await;
    let page = request_page(address, "GET /").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<!doctype html>"), "{page}");
    for header in
        ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff", "no-store"]
    {
        assert!(page.contains(header), "{header}: {page}");
    }
    assert!(!page.contains("unsafe"), "{page}");
    for request in ["POST /", "PUT /state", "DELETE /events", "OPTIONS /"] {
        assert!(request_page(address, request).await.starts_with("HTTP/1.1 405"), "{request}");
    }
    assert!(request_page(address, "GET /../Cargo.toml").await.starts_with("HTTP/1.1 404"));
    let head = request_page(address, "HEAD /page/page.css").await;
    assert!(head.starts_with("HTTP/1.1 200") && head.ends_with("\r\n\r\n"), "{head}");
}

#[tokio::test]
async fn readers_get_latest_state_and_time() {
    let (address, hub) = site().await;
    hub.publish("{\"at\":1}", 10);
    hub.publish("{\"at\":2}", 20);
    let mut early = Reader::open(address).await;
    assert_eq!(early.until("data: {\"now\"").await.trim(), "data: {\"now\":20,\"version\":2}");
    assert_eq!(early.until("id:").await.trim(), "id: 2");
    assert_eq!(early.until("data:").await.trim(), "data: {\"at\":2}");
    hub.publish("{\"at\":2}", 30);
    hub.beat(40);
    assert_eq!(early.until("data:").await.trim(), "data: {\"now\":40,\"version\":2}", "nothing is new");
    hub.publish("{\"at\":3}", 50);
    assert_eq!(early.until("data: {\"at\"").await.trim(), "data: {\"at\":3}");
    let mut late = Reader::open(address).await;
    assert_eq!(late.until("data: {\"at\"").await.trim(), "data: {\"at\":3}");
    assert!(request_page(address, "GET /state").await.ends_with("{\"at\":3}"));
}

/// Requests a path with gzip, and reads until the decompressed text contains `wanted`.
async fn compressed(address: std::net::SocketAddr, path: &str, wanted: &str) -> (String, usize) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip, br\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    loop {
        let end = received.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            let (head, body) = received.split_at(end + 4);
            let head = String::from_utf8(head.to_vec()).unwrap();
            assert!(
                head.contains("content-encoding: gzip") && head.contains("vary: accept-encoding"),
                "{head}"
            );
            let mut text = Vec::new();
            // The stream is unfinished, like any event stream.
            let _ = GzDecoder::new(body).read_to_end(&mut text);
            let text = String::from_utf8(text).unwrap();
            if text.contains(wanted) {
                return (text, body.len());
            }
        }
        assert_ne!(stream.read_buf(&mut received).await.unwrap(), 0, "it has ended without {wanted}");
    }
}

#[tokio::test]
async fn events_are_compressed_on_request_without_delay() {
    let (address, hub) = site().await;
    let state = format!("{{\"at\":1,\"walls\":\"{}\"}}", "#..#".repeat(5_000));
    hub.publish(&state, 10);
    let (text, length) = compressed(address, "/events", &state).await;
    assert_eq!(
        text,
        format!("event: beat\ndata: {{\"now\":10,\"version\":1}}\n\nid: 1\nevent: state\ndata: {state}\n\n")
    );
    assert!(length < 1_000, "{length} bytes");
    let early = tokio::spawn(async move { compressed(address, "/events", "\"at\":2}").await.0 });
    while hub.readers() == 0 {
        tokio::task::yield_now().await;
    }
    hub.beat(20);
    hub.publish("{\"at\":2}", 30);
    let text = early.await.unwrap();
    assert!(
        text.ends_with(
            "event: beat\ndata: {\"now\":30,\"version\":2}\n\nid: 2\nevent: state\ndata: {\"at\":2}\n\n"
        ),
        "{text}"
    );
}

#[tokio::test]
async fn files_are_compressed_if_accepted() {
    let (address, _) = site().await;
    let plain = request_page(address, "GET /page/page.css").await;
    let (head, plain) = plain.split_once("\r\n\r\n").unwrap();
    assert!(!head.contains("content-encoding") && head.contains("vary: accept-encoding"), "{head}");
    let last = &plain[plain.len() - 20..];
    let (text, length) = compressed(address, "/page/page.css", last).await;
    assert_eq!(text, plain);
    assert!(length * 2 < plain.len(), "{length} bytes");
}

#[tokio::test]
async fn disconnected_reader_is_removed() {
    let (address, hub) = site().await;
    hub.publish("{\"at\":1}", 0);
    let mut reader = Reader::open(address).await;
    reader.until("data:").await;
    assert_eq!(hub.readers(), 1);
    drop(reader);
    while hub.readers() > 0 {
        hub.beat(1);
        tokio::task::yield_now().await;
    }
}

/// The received posts.
type Posted = Arc<Mutex<Vec<String>>>;

/// A private site on a free port, its key, and the received acts.
async fn keyed_site() -> (std::net::SocketAddr, Key, Posted) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (address, hub, key) = (listener.local_addr().unwrap(), Hub::new(), Key::random().unwrap());
    hub.publish("{\"draft\":41}", 1);
    let posted = Posted::default();
    let taken = posted.clone();
    let take = move |bytes: &[u8]| {
        let Ok(text) = String::from_utf8(bytes.to_vec()) else { return ActReception::Unreadable };
        taken.lock().unwrap().push(text);
        ActReception::Accepted
    };
    let page = Asset::page("/", String::from("<!doctype html>"));
    let site = private_site(FURNITURE.into_iter().chain([page]), &hub, key.clone(), take);
    tokio::spawn(serve(listener, site));
    (address, key, posted)
}

/// Returns the status of the answer to a request with these header lines and this body.
async fn status(address: std::net::SocketAddr, head: &[&str], body: &[u8]) -> u16 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head =
        format!("{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", head.join("\r\n"), body.len());
    stream.write_all(head.as_bytes()).await.unwrap();
    // A rejecting server may close before it has read the body.
    let _ = stream.write_all(body).await;
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap().split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn private_page_needs_key_and_local_host_name() {
    let (address, key, _) = keyed_site().await;
    let (key, other) = (key.reveal(), Key::random().unwrap());
    assert_eq!(key.len(), 32);
    assert_eq!(format!("{other:?}"), "key");
    for (path, host, wanted) in [
        (format!("/{key}/"), "127.0.0.1:7", 200),
        (format!("/{key}/state"), "localhost", 200),
        (String::from("/page/page.css"), "localhost:7", 200),
        (format!("/{key}/state"), "evil.example:7", 421),
        (format!("/{key}/state"), "127.0.0.1.evil.example", 421),
        (String::from("/page/page.css"), "evil.example", 421),
        (String::from("/"), "localhost", 404),
        (String::from("/state"), "localhost", 404),
        (String::from("/events"), "localhost", 404),
        (format!("/{}/state", other.reveal()), "localhost", 404),
        (format!("/{}/state", &key[..31]), "localhost", 404),
        (format!("/{key}"), "localhost", 404),
        (format!("/{key}/act"), "localhost", 405),
    ] {
        let request_line = format!("GET {path} HTTP/1.1");
        assert_eq!(
            status(address, &[&request_line, &format!("Host: {host}")], b"").await,
            wanted,
            "{path} {host}"
        );
    }
    for (site, wanted) in [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403)] {
        let head = [&format!("GET /{key}/ HTTP/1.1"), "Host: localhost", &format!("Sec-Fetch-Site: {site}")];
        assert_eq!(status(address, &head, b"").await, wanted, "{site}");
    }
}

#[tokio::test]
async fn acts_are_taken_from_the_page_itself_only_and_are_short() {
    let (address, key, posted) = keyed_site().await;
    let line = format!("POST /{}/act HTTP/1.1", key.reveal());
    let (host, origin, kind) =
        ("Host: 127.0.0.1:7", "Origin: http://127.0.0.1:7", "Content-Type: application/json");
    let own = [line.as_str(), host, origin, kind];
    assert_eq!(status(address, &own, b"{}").await, 204);
    assert_eq!(
        status(address, &[&line, host, origin, kind, "Sec-Fetch-Site: same-origin"], b"[]").await,
        204
    );
    for (head, body, wanted) in [
        (vec![&*line, host, kind], b"no origin".to_vec(), 403),
        (vec![&*line, host, "Origin: null", kind], b"no".to_vec(), 403),
        (vec![&*line, host, "Origin: http://127.0.0.1:8", kind], b"other port".to_vec(), 403),
        (vec![&*line, host, "Origin: http://evil.example", kind], b"other page".to_vec(), 403),
        (vec![&*line, host, origin, kind, "Sec-Fetch-Site: cross-site"], b"other site".to_vec(), 403),
        (vec![&*line, host, origin, kind, "Sec-Fetch-Site: none"], b"no page".to_vec(), 403),
        (vec![&*line, host, origin, "Content-Type: text/plain"], b"a form".to_vec(), 415),
        (vec![&*line, host, origin], b"a form".to_vec(), 415),
        (own.to_vec(), vec![b' '; 5_000], 413),
        (own.to_vec(), vec![0xff], 400),
        (vec!["POST /act HTTP/1.1", host, origin, kind], b"no key".to_vec(), 404),
        (vec!["POST /page/page.css HTTP/1.1", host, origin, kind], b"a file".to_vec(), 405),
    ] {
        assert_eq!(status(address, &head, &body).await, wanted, "{head:?}");
    }
    assert_eq!(*posted.lock().unwrap(), ["{}", "[]"]);
}

#[test]
fn shell_has_both_languages_and_no_markup_in_them() {
    let sentences = sentences(&[Sentence::with("page-no-line", &["time"]), Sentence::label("board-title")]);
    assert!(sentences["en"]["page-no-line"].as_str().unwrap().contains("{time}"), "{sentences}");
    assert!(sentences["ja"]["page-no-line"].as_str().unwrap().contains("{time}"), "{sentences}");
    let hostile = serde_json::json!({"en": {"x": "</script><script>alert(1)</script>"}});
    let shell = Shell {
        title: "<b>\"&",
        lang: Lang::Ja,
        class: "phone",
        styles: &[],
        script: "/x.js",
        modules: &[],
        sentences: &hostile,
        without_script: "no <i>script",
    };
    let html = shell.html();
    assert_eq!(html.matches("<script").count(), 2, "{html}");
    assert!(
        html.contains("&lt;b&gt;&quot;&amp;") && !html.contains("<b>") && !html.contains("<i>"),
        "{html}"
    );
    assert!(html.starts_with("<!doctype html>\n<html lang=\"ja\">"), "{html}");
}

#[test]
fn nothing_of_the_furniture_names_a_place_outside() {
    for asset in FURNITURE {
        let text = String::from_utf8(asset.bytes.to_vec()).unwrap();
        let text = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !text.contains("http://") && !text.contains("https://") && !text.contains("innerHTML"),
            "{}",
            asset.path
        );
    }
}
