//! What Prometheus reads, read as it reads it.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
};

use axum::{
    body::{Body, to_bytes},
    extract::ConnectInfo,
};
use serde_json::json;

use crate::ask::{Server, request, server, with};

async fn metrics(server: &Server) -> String {
    let response = server.send(request("GET", "/metrics").body(Body::empty()).unwrap()).await;
    assert_eq!(response.headers()["content-type"], "text/plain; version=0.0.4");
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A sample: its name, its labels, its value.
type Sample = (String, BTreeMap<String, String>, f64);

/// Reads one line by the grammar of the text format.
fn sample(line: &str) -> Sample {
    let (series, value) = line.rsplit_once(' ').unwrap();
    let value = if value == "+Inf" { f64::INFINITY } else { value.parse().unwrap() };
    let (name, labels) = match series.split_once('{') {
        None => (series, BTreeMap::new()),
        Some((name, labels)) => {
            let labels = labels.strip_suffix('}').unwrap();
            let label = |label: &str| {
                let (name, value) = label.split_once('=').unwrap();
                let value = value.strip_prefix('"').unwrap().strip_suffix('"').unwrap();
                assert!(!value.contains(['"', '\\', '\n']), "{line}");
                (name.to_owned(), value.to_owned())
            };
            (name, labels.split(',').map(label).collect())
        }
    };
    let word = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(word(name) && labels.keys().all(|name| word(name)), "{line}");
    (name.to_owned(), labels, value)
}

#[tokio::test]
async fn the_metrics_are_what_prometheus_reads() {
    let server = server();
    let area = json!({"width": 9, "height": 9});
    for side in ["exact", "chess"] {
        server.post("/api/view", &json!({"rule": side, "area": area})).await;
    }
    server.get("/nothing.js").await;
    server.get("/api/thoughts/nothing/events").await;
    let text = metrics(&server).await;
    assert!(text.ends_with('\n'));
    let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut buckets: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for line in text.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            let words: Vec<&str> = comment.splitn(3, ' ').collect();
            match words[0] {
                "TYPE" => assert_eq!(kinds.insert(words[1], words[2]), None, "declared once"),
                word => assert_eq!(word, "HELP"),
            }
            continue;
        }
        let (name, mut labels, value) = sample(line);
        assert!(seen.insert(line.rsplit_once(' ').unwrap().0.to_owned()), "{line} is there twice");
        let ends = ["_bucket", "_sum", "_count"];
        let family = ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
        let kind = kinds.get(family).or_else(|| kinds.get(name.as_str()));
        assert!(["histogram", "gauge", "counter"].contains(kind.unwrap()), "{line}");
        if kind == Some(&"counter") {
            assert!(name.ends_with("_total"), "{line}");
        }
        if name.ends_with("_bucket") {
            let end = labels.remove("le").unwrap();
            let end = if end == "+Inf" { f64::INFINITY } else { end.parse().unwrap() };
            buckets.entry(format!("{labels:?}")).or_default().push((end, value));
        } else if name.ends_with("_count") {
            counts.insert(format!("{labels:?}"), value);
        }
    }
    assert_eq!(kinds["tengen_request_seconds"], "histogram");
    assert!(buckets.len() >= 4, "one of each route and status");
    for (labels, buckets) in &buckets {
        assert!(buckets.is_sorted(), "{labels}: {buckets:?}");
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, counts[labels])), "{labels}");
    }
}

#[tokio::test]
async fn the_metrics_of_a_public_server_are_not_for_everybody() {
    let server = with(|config| config.public = true);
    for (peer, status) in [("127.0.0.1:5000", 200), ("10.1.2.3:5000", 404), ("[::1]:1", 200)] {
        let peer: SocketAddr = peer.parse().unwrap();
        let asked = request("GET", "/metrics").extension(ConnectInfo(peer));
        let response = server.send(asked.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status().as_u16(), status, "{peer}");
    }
}

/// The number of names is bounded: an address is counted by its route.
#[tokio::test]
async fn strange_addresses_make_no_new_names() {
    let server = server();
    for number in 0..50 {
        server.get(&format!("/api/games/{number}")).await;
        server.get(&format!("/{number}.js")).await;
        server.get(&format!("/api/{number}")).await;
    }
    let text = metrics(&server).await;
    let counts = text.lines().filter(|line| line.starts_with("tengen_request_seconds_count"));
    assert!(counts.count() <= 3, "{text}");
}
