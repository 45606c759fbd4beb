//! The document that the types of the page are made from.

use std::{fs, path::Path};

use axum::body::Body;
use serde_json::Value;

use crate::ask::{json, request, server};

/// Where it is not, this test makes it so: what is left to do is to look at the change.
#[test]
fn the_document_that_is_checked_in_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/openapi.json");
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let now = serde_json::to_string_pretty(&tengen_server::openapi()).unwrap() + "\n";
    if kept != now {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &now).unwrap();
        panic!(
            "web/src/api/openapi.json was not current and is now; make the types of the page anew"
        );
    }
}

#[tokio::test]
async fn every_path_of_the_document_is_one_of_the_server() {
    let server = server();
    let (_, document) = server.get("/api/openapi.json").await;
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 15);
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace(['{', '}'], "");
            let request = request(&method.to_uppercase(), &path).body(Body::empty()).unwrap();
            let (status, answer) = json(server.send(request).await).await;
            let message = answer["message"].as_str().unwrap_or_default();
            assert_ne!(message, "there is no such address", "{method} {path}");
            assert_ne!(status, 405, "{method} {path}");
        }
    }
}

#[test]
fn every_question_may_be_refused_and_the_server_may_be_at_fault() {
    let document = serde_json::to_value(tengen_server::openapi()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, question) in methods.as_object().unwrap() {
            for status in ["4XX", "5XX"] {
                let error = &question["responses"][status]["content"]["application/json"]["schema"];
                assert_eq!(
                    error["$ref"], "#/components/schemas/ApiError",
                    "{method} {path} {status}"
                );
            }
        }
    }
}

#[test]
fn streams_are_described_as_they_are() {
    let document = serde_json::to_value(tengen_server::openapi()).unwrap();
    for (kind, events) in [
        ("thought", vec!["thought", "error", "done"]),
        ("solution", vec!["progress", "solution", "error", "done"]),
        ("review", vec!["progress", "review", "error", "done"]),
    ] {
        let stream = &document["paths"][format!("/api/{kind}s/{{id}}/events")]["get"];
        let content = stream["responses"]["200"]["content"].as_object().unwrap();
        assert_eq!(content.keys().collect::<Vec<_>>(), ["text/event-stream"]);
        let resolve = |schema: &Value| {
            let target = schema["$ref"].as_str().unwrap();
            document.pointer(&target[1..]).unwrap().clone()
        };
        let event = resolve(&content["text/event-stream"]["schema"]);
        let names: Vec<&str> = event["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| {
                let data = &event["properties"]["data"];
                assert_eq!(data["contentMediaType"], "application/json", "{event}");
                assert!(resolve(&data["x-content-schema"])["properties"].is_object(), "{event}");
                event["properties"]["event"]["enum"][0].as_str().unwrap()
            })
            .collect();
        assert_eq!(names, events);
    }
}

/// Every reference inside the document leads somewhere.
#[test]
fn nothing_in_the_document_is_missing() {
    let document = serde_json::to_value(tengen_server::openapi()).unwrap();
    let mut ahead = vec![&document];
    let mut found = 0;
    while let Some(value) = ahead.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(target)) = fields.get("$ref") {
                    found += 1;
                    assert!(document.pointer(&target[1..]).is_some(), "{target}");
                }
                ahead.extend(fields.values());
            }
            Value::Array(values) => ahead.extend(values),
            _ => {}
        }
    }
    assert!(found > 10);
}

#[test]
fn no_two_questions_go_by_one_name() {
    let document = serde_json::to_value(tengen_server::openapi()).unwrap();
    let methods = document["paths"].as_object().unwrap().values().flat_map(|path| {
        let methods = path.as_object().unwrap().values();
        methods.map(|method| method["operationId"].as_str().unwrap())
    });
    let mut names: Vec<&str> = methods.collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}
