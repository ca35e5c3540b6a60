//! Network adapters and their addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use windows::Win32::Foundation::{ERROR_BUFFER_OVERFLOW, ERROR_SUCCESS};
use windows::Win32::NetworkManagement::IpHelper::{
    GAA_FLAG_SKIP_ANYCAST, GAA_FLAG_SKIP_DNS_SERVER, GAA_FLAG_SKIP_MULTICAST, GetAdaptersAddresses,
    IF_TYPE_SOFTWARE_LOOPBACK, IP_ADAPTER_ADDRESSES_LH,
};
use windows::Win32::NetworkManagement::Ndis::IfOperStatusUp;
use windows::Win32::Networking::WinSock::{
    AF_INET, AF_INET6, AF_UNSPEC, SOCKADDR_IN, SOCKADDR_IN6, SOCKET_ADDRESS,
};

use crate::os::network_interface::{Interface, is_reachable};
use crate::os::windows::api_buffer::ApiBuffer;

/// What Microsoft recommends to begin with.
const FIRST_BYTES: usize = 16 * 1024;

/// How often the list may grow while it is asked for.
const MAX_TRIES: usize = 4;

/// How many adapters, and addresses of one, are read.
const MAX_ITEMS: usize = 500;

/// Every adapter but loopback, by name.
pub fn interfaces() -> Vec<Interface> {
    let mut interfaces = adapter_list().map(|list| read_list(&list)).unwrap_or_default();
    interfaces.sort_by(|one, other| one.name.cmp(&other.name));
    interfaces
}

/// A hardware address; empty for an adapter without one.
fn mac_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<String>>().join(":")
}

/// The memory in which Windows lists its adapters.
#[expect(unsafe_code, reason = "only Windows knows its adapters")]
fn adapter_list() -> Option<ApiBuffer> {
    let flags = GAA_FLAG_SKIP_ANYCAST | GAA_FLAG_SKIP_DNS_SERVER | GAA_FLAG_SKIP_MULTICAST;
    let mut bytes = FIRST_BYTES;
    for _ in 0..MAX_TRIES {
        let mut buffer = ApiBuffer::new(bytes);
        let (family, mut size) = (u32::from(AF_UNSPEC.0), buffer.size());
        let list = buffer.as_mut_ptr().cast();
        // SAFETY: the memory is as long as the call is told, and aligned for its
        // structures; the size lives longer than the call.
        let answer =
            unsafe { GetAdaptersAddresses(family, flags, None, Some(list), &raw mut size) };
        if answer == ERROR_SUCCESS.0 {
            return Some(buffer);
        }
        if answer != ERROR_BUFFER_OVERFLOW.0 {
            return None;
        }
        bytes = usize::try_from(size).ok()?;
    }
    None
}

#[expect(unsafe_code, reason = "Windows lists its adapters by pointers")]
fn read_list(list: &ApiBuffer) -> Vec<Interface> {
    let mut found = Vec::new();
    let mut next: *const IP_ADAPTER_ADDRESSES_LH = list.bytes().as_ptr().cast();
    // SAFETY: Windows filled the memory with adapters, the last of which has no next
    // one; all their pointers lead into the same memory, which lives as long as `list`.
    while let Some(adapter) = unsafe { next.as_ref() }.filter(|_| found.len() < MAX_ITEMS) {
        if adapter.IfType != IF_TYPE_SOFTWARE_LOOPBACK {
            found.push(read_adapter(list, adapter));
        }
        next = adapter.Next;
    }
    found
}

#[expect(unsafe_code, reason = "Windows lists addresses by pointers")]
fn read_adapter(list: &ApiBuffer, adapter: &IP_ADAPTER_ADDRESSES_LH) -> Interface {
    let mut addresses = Vec::new();
    let mut next = adapter.FirstUnicastAddress.cast_const();
    // An adapter that is not connected keeps the addresses somebody gave it.
    let is_up = adapter.OperStatus == IfOperStatusUp;
    // SAFETY: as in `read_list`, of which the adapter is a part.
    while let Some(unicast) = unsafe { next.as_ref() }.filter(|_| addresses.len() < MAX_ITEMS) {
        addresses.extend(read_address(&unicast.Address).filter(|_| is_up).filter(is_reachable));
        next = unicast.Next;
    }
    let length = usize::try_from(adapter.PhysicalAddressLength).unwrap_or(0);
    let mac = mac_text(adapter.PhysicalAddress.get(..length).unwrap_or_default());
    Interface::new(list.text(adapter.FriendlyName.as_ptr()), mac, &addresses)
}

#[expect(unsafe_code, reason = "the kind of an address says how long it is")]
fn read_address(address: &SOCKET_ADDRESS) -> Option<IpAddr> {
    let pointer = address.lpSockaddr;
    let length = usize::try_from(address.iSockaddrLength).unwrap_or(0);
    // SAFETY: a pointer that is not null leads to an address, which begins with its
    // family.
    let family = unsafe { pointer.as_ref() }?.sa_family;
    if family == AF_INET && length >= size_of::<SOCKADDR_IN>() {
        // SAFETY: the address is of this family and long enough; all bytes are numbers.
        let bytes = unsafe { (*pointer.cast::<SOCKADDR_IN>()).sin_addr.S_un.S_addr };
        Some(Ipv4Addr::from(bytes.to_ne_bytes()).into())
    } else if family == AF_INET6 && length >= size_of::<SOCKADDR_IN6>() {
        // SAFETY: as above.
        let bytes = unsafe { (*pointer.cast::<SOCKADDR_IN6>()).sin6_addr.u.Byte };
        Some(Ipv6Addr::from(bytes).into())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::network_interface::local_addresses;

    #[test]
    fn a_hardware_address_has_small_letters_and_colons() {
        assert_eq!(mac_text(&[0xaa, 0x0b, 0, 1, 2, 0xff]), "aa:0b:00:01:02:ff");
        assert_eq!(mac_text(&[]), "");
    }

    #[test]
    fn the_adapters_of_this_machine_are_listed_without_loopback() {
        let interfaces = interfaces();
        assert!(interfaces.iter().all(|interface| !interface.name.is_empty()), "{interfaces:?}");
        let addresses = local_addresses(&interfaces);
        assert!(!addresses.contains(&"127.0.0.1".to_owned()), "{addresses:?}");
    }
}
