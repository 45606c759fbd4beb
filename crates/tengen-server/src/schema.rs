//! The shape of a question, by the document that describes the API.
//!
//! Why before it is read as a value: serde takes a list for a struct, and an object with one field for
//! a word. The document says what is an object, a list or neither, wherever it stands in the question.

use std::{fmt, sync::LazyLock};

use serde::de::{
    self, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::Value;
use utoipa::ToSchema;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(crate::openapi()).expect("the document is JSON"));

/// That everything in `json` which is an object or a list is one in the document as well.
///
/// # Errors
///
/// Where it is not, or is no JSON.
pub(crate) fn check<T: ToSchema>(json: &[u8]) -> Result<(), serde_json::Error> {
    let schema = &DOCUMENT["components"]["schemas"][T::name().as_ref()];
    let mut schemas = Vec::new();
    collect(schema, &mut schemas);
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    SchemaShape(&schemas).deserialize(&mut deserializer)?;
    deserializer.end()
}

/// The schemas that a value may have, without references and alternatives.
fn collect(schema: &'static Value, into: &mut Vec<&'static Value>) {
    if let Some(Value::String(reference)) = schema.get("$ref") {
        let path = reference.trim_start_matches('#');
        return collect(DOCUMENT.pointer(path).unwrap_or(&Value::Null), into);
    }
    let alternatives =
        ["oneOf", "anyOf", "allOf"].iter().find_map(|word| schema.get(word)?.as_array());
    match alternatives {
        Some(alternatives) => alternatives.iter().for_each(|schema| collect(schema, into)),
        None => into.push(schema),
    }
}

/// A value that has one of these schemas; any value if there are none.
struct SchemaShape<'a>(&'a [&'static Value]);

impl SchemaShape<'_> {
    /// Whether one of the schemas is of a type.
    fn may_be(&self, kind: &str) -> bool {
        let is = |schema: &&Value| match schema.get("type") {
            Some(Value::String(one)) => one == kind,
            Some(Value::Array(several)) => several.iter().any(|one| one == kind),
            _ => true,
        };
        self.0.is_empty() || self.0.iter().any(is)
    }

    /// The schemas of a part of the value.
    fn part(&self, find: impl Fn(&'static Value) -> Option<&'static Value>) -> Vec<&'static Value> {
        let mut schemas = Vec::new();
        for schema in self.0.iter().filter_map(|schema| find(schema)) {
            collect(schema, &mut schemas);
        }
        schemas
    }
}

impl<'de> DeserializeSeed<'de> for SchemaShape<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for SchemaShape<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            ("object", "an object"),
            ("array", "a list"),
            ("string", "a text"),
            ("integer", "a number"),
            ("number", "a number"),
            ("boolean", "true or false"),
        ];
        let kinds = kinds.iter().filter(|(kind, _)| self.may_be(kind)).map(|&(_, words)| words);
        f.write_str(&kinds.collect::<Vec<&str>>().join(" or "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        if !self.may_be("object") {
            return Err(A::Error::invalid_type(Unexpected::Map, &self));
        }
        while let Some(name) = map.next_key::<String>()? {
            let fields = self.part(|schema| schema.get("properties")?.get(&name));
            map.next_value_seed(SchemaShape(&fields))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if !self.may_be("array") {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let items = self.part(|schema| schema.get("items"));
        while list.next_element_seed(SchemaShape(&items))?.is_some() {}
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        // The document has no larger numbers, though some fields would hold them.
        let is_int64 = |schema: &&Value| schema.get("format").is_some_and(|name| name == "int64");
        if number > i64::MAX as u64 && self.0.iter().any(is_int64) {
            return Err(E::invalid_value(Unexpected::Unsigned(number), &"a number below 2^63"));
        }
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
