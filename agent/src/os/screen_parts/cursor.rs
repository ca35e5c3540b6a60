//! How the pointer looks and where it is.

/// The largest side of a shape; a larger one is not shown.
pub const MAX_CURSOR_SIDE: u16 = 256;

/// How the pointer looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CursorShape {
    /// The point of it that points, from its upper left corner.
    pub hot: (u16, u16),
    /// Its width and height.
    pub size: (u16, u16),
    /// Its pixels: red, green, blue and how much covers what is below.
    pub rgba: Vec<u8>,
}

impl CursorShape {
    /// From pixels `0xAARRGGBB` whose colours are multiplied by how much they cover. None
    /// when the size is not that of the pixels, is nothing, or is too large.
    #[cfg_attr(
        not(any(target_os = "linux", test)),
        expect(dead_code, reason = "only the part for Linux reads a screen")
    )]
    pub fn from_premultiplied(hot: (u16, u16), size: (u16, u16), pixels: &[u32]) -> Option<Self> {
        let is_known = size.0 <= MAX_CURSOR_SIDE && size.1 <= MAX_CURSOR_SIDE;
        let expected = usize::from(size.0) * usize::from(size.1);
        if !is_known || expected == 0 || pixels.len() != expected {
            return None;
        }
        let hot = (hot.0.min(size.0 - 1), hot.1.min(size.1 - 1));
        Some(Self { hot, size, rgba: pixels.iter().flat_map(|pixel| straight(*pixel)).collect() })
    }
}

/// A pixel whose colours are as if it covered all.
fn straight(pixel: u32) -> [u8; 4] {
    let [cover, red, green, blue] = pixel.to_be_bytes();
    let divide = |colour: u8| match cover {
        0 => 0,
        _ => {
            let whole = (u32::from(colour) * 255 + u32::from(cover) / 2) / u32::from(cover);
            u8::try_from(whole).unwrap_or(u8::MAX)
        }
    };
    [divide(red), divide(green), divide(blue), cover]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_what_they_were_before_they_were_multiplied() {
        assert_eq!(straight(0xff10_2030), [0x10, 0x20, 0x30, 0xff]);
        assert_eq!(straight(0x8040_0080), [0x80, 0, 0xff, 0x80]);
        assert_eq!(straight(0x0000_0000), [0; 4]);
        assert_eq!(straight(0x01ff_0000), [255, 0, 0, 1]);
    }

    #[test]
    fn a_shape_of_a_wrong_size_is_none() {
        assert_eq!(CursorShape::from_premultiplied((0, 0), (2, 2), &[0; 3]), None);
        assert_eq!(CursorShape::from_premultiplied((0, 0), (0, 0), &[]), None);
        assert_eq!(CursorShape::from_premultiplied((0, 0), (257, 1), &[0; 257]), None);
        let shape = CursorShape::from_premultiplied((9, 9), (2, 1), &[0; 2]).unwrap();
        assert_eq!(shape.hot, (1, 0));
    }
}
