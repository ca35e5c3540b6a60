//! Memory that a function of Windows fills with structures and the texts they point at.

use std::ffi::c_void;

/// Aligned for every structure of Windows, and read only within its bounds.
#[derive(Debug)]
pub struct ApiBuffer(Vec<u64>);

impl ApiBuffer {
    /// So many bytes, rounded up, all of them zero.
    pub fn new(bytes: usize) -> Self {
        Self(vec![0; bytes.div_ceil(size_of::<u64>())])
    }

    /// Its size in bytes, as functions of Windows take it.
    pub fn size(&self) -> u32 {
        u32::try_from(self.0.len() * size_of::<u64>()).unwrap_or(u32::MAX)
    }

    pub fn as_mut_ptr(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }

    #[expect(unsafe_code, reason = "numbers are looked at as the bytes they are made of")]
    pub fn bytes(&self) -> &[u8] {
        let length = self.0.len() * size_of::<u64>();
        // SAFETY: the memory of the numbers is so long and lives as long as the borrow;
        // every byte is initialised.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), length) }
    }

    #[expect(unsafe_code, reason = "numbers are looked at as the bytes they are made of")]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let length = self.0.len() * size_of::<u64>();
        // SAFETY: as above, and any bytes are numbers.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), length) }
    }

    /// The structures it begins with: so many, if there is memory for them.
    ///
    /// # Safety
    /// Any bytes must be a `T`: numbers and pointers, nothing that has only some values.
    #[expect(unsafe_code, reason = "Windows writes structures")]
    pub unsafe fn items<T: Copy>(&self, count: u32) -> &[T] {
        const { assert!(align_of::<T>() <= align_of::<u64>() && size_of::<T>() > 0) };
        let fitting = self.0.len() * size_of::<u64>() / size_of::<T>();
        let count = usize::try_from(count).unwrap_or(0).min(fitting);
        // SAFETY: the memory is aligned, initialised and long enough for so many, and
        // the caller answers for the type.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), count) }
    }

    /// The text at a pointer into this memory, up to its zero; empty when the pointer
    /// leads elsewhere.
    pub fn text(&self, pointer: *const u16) -> String {
        let rest = self.rest_at(pointer);
        let letters = rest.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]]));
        let letters: Vec<u16> = letters.take_while(|letter| *letter != 0).collect();
        String::from_utf16_lossy(&letters)
    }

    fn rest_at(&self, pointer: *const u16) -> &[u8] {
        let bytes = self.bytes();
        let offset = pointer.addr().checked_sub(bytes.as_ptr().addr());
        offset.and_then(|offset| bytes.get(offset..)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer_of(text: &str) -> ApiBuffer {
        let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_ne_bytes).collect();
        let mut buffer = ApiBuffer::new(letters.len());
        buffer.bytes_mut()[..letters.len()].copy_from_slice(&letters);
        buffer
    }

    #[test]
    fn a_text_ends_with_its_zero_or_with_the_memory() {
        let buffer = buffer_of("ab\0cdefg");
        let begin: *const u16 = buffer.bytes().as_ptr().cast();
        assert_eq!(buffer.text(begin), "ab");
        assert_eq!(buffer.text(begin.wrapping_add(3)), "cdefg");
        for elsewhere in [begin.wrapping_add(8), begin.wrapping_sub(1), std::ptr::null()] {
            assert_eq!(buffer.text(elsewhere), "");
        }
    }

    #[test]
    #[expect(unsafe_code, reason = "what is tested is not safe")]
    fn there_are_no_more_structures_than_memory() {
        let buffer = buffer_of("abcdefgh");
        assert_eq!(buffer.size(), 16);
        // SAFETY: any bytes are numbers.
        let (two, most) = unsafe { (buffer.items::<u32>(2), buffer.items::<u32>(1000)) };
        assert_eq!((two.len(), most.len()), (2, 4));
    }
}
