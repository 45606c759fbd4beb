//! The handlers that every kind of search has: its start, the stream of its events, and its end.

/// Defines `start`, `events` and `stop` of the searches of a purpose, and the schema of their events. `$work`
/// makes the work of a job from a question.
///
/// Why a macro: the description of a route is made from attributes of its handler.
macro_rules! job_handlers {
    (
        $purpose:ident, $tag:literal, $kind:literal, $event:ident = $events:expr;
        $(#[$start_doc:meta])+ start($question:ident) = $work:ident;
        $(#[$events_doc:meta])+ events;
        $(#[$stop_doc:meta])+ stop;
    ) => {
        #[doc = concat!("An event of a ", $kind, " as it is sent.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $event;

        impl utoipa::PartialSchema for $event {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                super::description::events(&$events)
            }
        }

        impl utoipa::ToSchema for $event {}

        $(#[$start_doc])+
        #[utoipa::path(
            post,
            path = concat!("/api/", $tag),
            operation_id = concat!("start_", $kind),
            tag = $tag,
            request_body = $question,
            responses((status = 200, body = crate::jobs::Started))
        )]
        pub(crate) async fn start(
            app: crate::app::SharedApp,
            client: crate::jobs::Client,
            crate::extract::JsonBody(question): crate::extract::JsonBody<$question>,
        ) -> crate::extract::ApiResult<crate::jobs::Started> {
            let work = $work(&app, &question)?;
            crate::jobs::job_routes::start(&app, client, crate::jobs::Purpose::$purpose, work)
        }

        $(#[$events_doc])+
        #[utoipa::path(
            get,
            path = concat!("/api/", $tag, "/{id}/events"),
            operation_id = concat!($kind, "_events"),
            tag = $tag,
            params(
                ("id" = String, Path, description = "The name of the search."),
                ("last-event-id" = Option<String>, Header, description = "The number of the last event that \
                    was seen. Default: events from the first one on.")
            ),
            responses(
                (status = 200, content(($event = "text/event-stream"))),
                (status = 204, description = "It has ended, and the client has seen everything."),
            )
        )]
        pub(crate) async fn events(
            app: crate::app::SharedApp,
            crate::extract::PathParam(id): crate::extract::PathParam<String>,
            headers: axum::http::HeaderMap,
        ) -> Result<axum::response::Response, crate::errors::HttpError> {
            crate::jobs::job_routes::follow(app, crate::jobs::Purpose::$purpose, &id, &headers)
        }

        $(#[$stop_doc])+
        #[utoipa::path(
            delete,
            path = concat!("/api/", $tag, "/{id}"),
            operation_id = concat!("stop_", $kind),
            tag = $tag,
            params(("id" = String, Path, description = "The name of the search.")),
            responses((status = 200, body = crate::jobs::Started))
        )]
        pub(crate) async fn stop(
            app: crate::app::SharedApp,
            crate::extract::PathParam(id): crate::extract::PathParam<String>,
        ) -> crate::extract::ApiResult<crate::jobs::Started> {
            crate::jobs::job_routes::stop(&app, crate::jobs::Purpose::$purpose, id)
        }
    };
}
pub(super) use job_handlers;
