/** Reads numbers and letters of a file. Past its end every byte is 0. */

export const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

export const uint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
export const uint32 = (bytes: Uint8Array, at: number): number => uint16(bytes, at) * 65_536 + uint16(bytes, at + 2)

export const uint16Little = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
export const uint24Little = (bytes: Uint8Array, at: number): number =>
  uint16Little(bytes, at) + (bytes[at + 2] ?? 0) * 65_536
export const uint32Little = (bytes: Uint8Array, at: number): number =>
  uint16Little(bytes, at) + uint16Little(bytes, at + 2) * 65_536
