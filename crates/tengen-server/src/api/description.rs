//! What the document says of all questions alike: how they fail, and what a stream of events is.

use serde_json::json;
use utoipa::{
    Modify,
    openapi::{
        Content, ObjectBuilder, OneOfBuilder, OpenApi, Ref, RefOr, Response, Type,
        extensions::Extensions, path::PathItem, schema::Schema,
    },
};

/// Errors, which every question may be answered with.
pub(super) struct Errors;

impl Modify for Errors {
    fn modify(&self, document: &mut OpenApi) {
        for path in document.paths.paths.values_mut() {
            let PathItem { get, post, patch, delete, put, .. } = path;
            for question in [get, post, patch, delete, put].into_iter().flatten() {
                for (status, description) in [
                    ("4XX", "The question is wrong, or too much was asked."),
                    ("5XX", "The server is busy, has no room, or is at fault."),
                ] {
                    let error = Content::new(Some(Ref::from_schema_name("ApiError")));
                    let answer = Response::builder().description(description);
                    let answer = answer.content("application/json", error).build();
                    question.responses.responses.insert(status.to_owned(), RefOr::T(answer));
                }
            }
        }
    }
}

/// The events of a stream by their names, with the schemas of their data.
///
/// Why an event and not the whole stream: before version 3.2 of the format the schema of `text/event-stream` is that of
/// each event.
pub(super) fn events(events: &[(&str, &str)]) -> RefOr<Schema> {
    let of = |&(name, data): &(&str, &str)| {
        let content = json!({"$ref": format!("#/components/schemas/{data}")});
        let content = Extensions::builder().add("x-content-schema", content).build();
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let number = text().description(Some("Its number, from 1."));
        let wait = ObjectBuilder::new().schema_type(Type::Integer);
        let wait = wait.description(Some("After how many milliseconds to come back."));
        let data = text().content_media_type("application/json").extensions(Some(content));
        let event = ObjectBuilder::new()
            .property("event", text().enum_values(Some([name])))
            .property("id", number)
            .property("data", data.description(Some("A line of JSON, as `x-content-schema` says.")))
            .property("retry", wait);
        ["event", "id", "data"].into_iter().fold(event, ObjectBuilder::required)
    };
    events.iter().map(of).fold(OneOfBuilder::new(), OneOfBuilder::item).into()
}
