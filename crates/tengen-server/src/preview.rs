//! What the head of the page says of a link, for programs that show a preview of it and run no scripts.

use std::fmt::Write as _;

use axum::http::{HeaderMap, header};
use tengen_answers::studies::LinkPreview;

use crate::{
    api::study_routes::{self, PREVIEW_WIDTH},
    app::SharedApp,
    ids,
    wire::WirePosition,
};

/// A path of the page that shows something: `p/` and a position, `s/` and the name of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkPath<'a> {
    Position(&'a str),
    Study(&'a str),
}

impl<'a> LinkPath<'a> {
    /// The path without its first slash, if it is one.
    pub(crate) fn new(path: &'a str) -> Option<LinkPath<'a>> {
        let study = |id: &'a str| ids::is_id(id).then_some(LinkPath::Study(id));
        path.strip_prefix("p/")
            .map(LinkPath::Position)
            .or_else(|| path.strip_prefix("s/").and_then(study))
    }

    /// What there is at it; none if it cannot be read or is not there, which the page itself explains.
    pub(crate) async fn preview(&self, app: &SharedApp) -> Option<LinkPreview> {
        match self {
            LinkPath::Position(link) => {
                LinkPreview::from_position(WirePosition::from_link(link).ok()?).ok()
            }
            LinkPath::Study(id) => {
                let study = study_routes::find(app, (*id).to_owned()).await.ok()?;
                LinkPreview::from_study(&study).ok()
            }
        }
    }
}

/// Writes a preview into the page, which has a `<title>` and a `</head>`.
pub(crate) fn insert(page: &str, path: &str, preview: &LinkPreview, headers: &HeaderMap) -> String {
    let LinkPreview { title, description, .. } = preview;
    let origin = origin(headers);
    let mut tags = String::new();
    let mut add = |name: &str, value: &str| {
        let _ = write!(tags, "<meta property=\"{name}\" content=\"{}\" />", escape(value));
    };
    add("og:type", "website");
    add("og:site_name", "Tengen");
    add("og:title", title);
    add("og:description", description);
    if let Some(origin) = &origin {
        add("og:url", &format!("{origin}/{path}"));
        add("og:image", &format!("{origin}/pictures/{path}.png"));
        add("og:image:type", "image/png");
        add("og:image:width", &PREVIEW_WIDTH.to_string());
        add("og:image:alt", description);
    }
    add("twitter:card", "summary");
    page.replacen("<title>Tengen</title>", &format!("<title>{} – Tengen</title>", escape(title)), 1)
        .replacen("</head>", &format!("{tags}</head>"), 1)
}

/// The address of this server as the client wrote it. A proxy in front that has HTTPS says so.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST.as_str())?;
    let is_secure = text("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    Some(format!("http{}://{host}", if is_secure { "s" } else { "" }))
}

/// The text of an attribute or an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_title_becomes_a_tag() {
        let preview = LinkPreview {
            title: "\"><script>".to_owned(),
            description: "a & b".to_owned(),
            position: WirePosition::from_link("renju/15x15").unwrap(),
        };
        let page = insert("<head><title>Tengen</title></head>", "s/1", &preview, &HeaderMap::new());
        assert!(!page.contains("<script"), "{page}");
        assert!(page.contains("<title>&quot;&gt;&lt;script&gt; – Tengen</title>"), "{page}");
        assert!(page.contains("content=\"a &amp; b\""), "{page}");
        assert!(!page.contains("og:image"), "without a host there is no address of the picture");
    }

    #[test]
    fn a_path_is_a_position_or_a_study() {
        let id = "0".repeat(32);
        assert_eq!(LinkPath::new("p/renju/15x15"), Some(LinkPath::Position("renju/15x15")));
        assert_eq!(LinkPath::new(&format!("s/{id}")), Some(LinkPath::Study(&id)));
        for path in ["", "p", "s/x", "solve"] {
            assert_eq!(LinkPath::new(path), None, "{path}");
        }
    }
}
