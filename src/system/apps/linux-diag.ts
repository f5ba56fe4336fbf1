// Linux: asks the kernel for the inode of one socket over netlink (sock_diag(7)). The kernel finds the socket by its
// hash in some 15 microseconds, whereas reading a table of `/proc/net` walks the sockets of the whole machine.
// JavaScript reaches such system calls through `node:ffi`, which is experimental and not in every Node: when anything
// is not as expected, the tables are read instead. `npm run bench -- tricks` compares the two.
import { endianness } from 'node:os';
import { ipBytes, unmapped } from '../../base/ip.ts';
import type { ClientSocket } from './scan.ts';

/** Finds the inodes of the clients' ends of connections; null when the kernel does not tell them. */
export type SocketDiag = (sockets: readonly ClientSocket[]) => readonly (string | null)[] | null;

/** Returns a function that asks the kernel; null where this Node or this system does not support it. */
export function socketDiag(): SocketDiag | null {
  const libc = process.platform === 'linux' && endianness() === 'LE' ? loadLibc() : null;
  if (libc === null) return null;
  // Without the kernel's TCP module, every socket looks closed.
  let hasFound = false;
  return (sockets) => {
    const netlink = libc.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    // The result is undefined when another Node reads the signatures differently.
    if (!Number.isInteger(netlink) || netlink < 0) return null;
    try {
      const inodes = sockets.map((socket) => inodeOf(libc, netlink, socket));
      hasFound ||= inodes.some((inode) => typeof inode === 'string');
      return hasFound ? inodes : null;
    } catch {
      return null;
    } finally {
      libc.close(netlink);
    }
  };
}

/**
 * Renders the request for one TCP socket, client's end first: a `struct nlmsghdr` with a `struct inet_diag_req_v2`.
 * Null when an address is invalid, or has a zone, which would need the number of its interface.
 */
export function diagRequest(socket: ClientSocket): Buffer | null {
  const [local, remote] = [endBytes(socket.clientAddress), endBytes(socket.proxyAddress)];
  if (!local || local.length !== remote?.length) return null;
  const request = Buffer.alloc(HEADER + 56);
  request.writeUInt32LE(request.length, 0);
  request.writeUInt16LE(SOCK_DIAG_BY_FAMILY, 4);
  request.writeUInt16LE(NLM_F_REQUEST, 6);
  request.writeUInt8(local.length === 4 ? AF_INET : AF_INET6, HEADER);
  request.writeUInt8(IPPROTO_TCP, HEADER + 1);
  request.writeUInt32LE(ANY_STATE, HEADER + 4);
  request.writeUInt16BE(socket.clientPort, HEADER + 8);
  request.writeUInt16BE(socket.proxyPort, HEADER + 10);
  request.set(local, HEADER + 12);
  request.set(remote, HEADER + 28);
  request.fill(0xff, HEADER + 48); // No cookie.
  return request;
}

/**
 * Parses the response to `request`, a `struct nlmsghdr` with a `struct inet_diag_msg`, into the inode; null for a
 * socket that is not open. Throws when the kernel refused the request.
 */
export function diagInode(answer: Buffer, request: Buffer): string | null {
  const type = answer.readUInt16LE(4);
  if (type === NLMSG_ERROR && answer.readInt32LE(HEADER) === -ENOENT) return null;
  if (type !== SOCK_DIAG_BY_FAMILY) throw new Error('sock_diag is not available.');
  // When the connection is over, the kernel answers with a socket that listens on the client's port.
  const ports = request.readUInt32BE(HEADER + 8);
  if (answer.readUInt32BE(HEADER + 4) !== ports) return null;
  const inode = answer.readUInt32LE(HEADER + 68);
  return inode === NO_INODE ? null : String(inode);
}

// linux/netlink.h, linux/sock_diag.h, linux/inet_diag.h and the headers that they include.
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0o2000000;
const NETLINK_SOCK_DIAG = 4;
const SOCK_DIAG_BY_FAMILY = 20;
const NLM_F_REQUEST = 1;
const NLMSG_ERROR = 2;
const MSG_DONTWAIT = 0x40;
const IPPROTO_TCP = 6;
const ENOENT = 2;
const ANY_STATE = 0xffff_ffff;
/** The length of `struct nlmsghdr`. */
const HEADER = 16;
/** The inode of a socket that its process has closed, and only the kernel still has. */
const NO_INODE = 0;

interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  send(socket: number, message: Buffer, length: bigint, flags: number): bigint;
  recv(socket: number, buffer: Buffer, length: bigint, flags: number): bigint;
  close(socket: number): number;
}

function loadLibc(): Libc | null {
  try {
    const ffi = process.getBuiltinModule('node:ffi');
    return ffi.dlopen(null, {
      socket: { arguments: ['i32', 'i32', 'i32'], return: 'i32' },
      send: { arguments: ['i32', 'buffer', 'u64', 'i32'], return: 'i64' },
      recv: { arguments: ['i32', 'buffer', 'u64', 'i32'], return: 'i64' },
      close: { arguments: ['i32'], return: 'i32' },
    }).functions;
  } catch {
    return null;
  }
}

const buffer = Buffer.alloc(8192);

// The kernel answers before `send` returns.
function inodeOf(libc: Libc, netlink: number, socket: ClientSocket): string | null {
  const request = diagRequest(socket);
  if (request === null) throw new Error('An address with a zone.');
  libc.send(netlink, request, BigInt(request.length), 0);
  const length = Number(libc.recv(netlink, buffer, BigInt(buffer.length), MSG_DONTWAIT));
  if (length < HEADER + 4) throw new Error('The kernel did not answer.');
  return diagInode(buffer.subarray(0, length), request);
}

function endBytes(address: string): Uint8Array | null {
  const bytes = address.includes('%') ? null : ipBytes(address);
  return bytes && unmapped(bytes);
}
