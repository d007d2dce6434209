//! Memory of whoever has loaded the core as WebAssembly: both live in the same, and only one can give it out.

use std::alloc::{GlobalAlloc, Layout};

unsafe extern "C" {
    fn aligned_alloc(alignment: usize, size: usize) -> *mut u8;
    fn free(place: *mut u8);
}

struct Lent;

// SAFETY: what C gives out is as long and as aligned as it was asked for, and stays until it is given back. A size is a multiple of the
// alignment, as C wants it.
unsafe impl GlobalAlloc for Lent {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let alignment = layout.align().max(size_of::<usize>());
        // SAFETY: any size may be asked for.
        unsafe { aligned_alloc(alignment, layout.size().next_multiple_of(alignment)) }
    }

    unsafe fn dealloc(&self, place: *mut u8, _: Layout) {
        // SAFETY: it comes from alloc.
        unsafe { free(place) }
    }
}

#[global_allocator]
static MEMORY: Lent = Lent;
