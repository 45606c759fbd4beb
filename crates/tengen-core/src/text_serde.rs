//! Serde for values that have a text form: sizes of boards, drawings and windows are strings.

use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Area, Drawing, Window};

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self as &dyn Display)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Area, Drawing, Window);
