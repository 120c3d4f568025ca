import { type DeviceKind } from '@veranda/contract/rooms/connection/messages.ts'

/** Returns the kind of a device without a headset: a phone has a coarse pointer and a small screen. */
export function detectDevice(): Exclude<DeviceKind, 'headset'> {
  return matchMedia('(pointer: coarse) and (max-width: 899.95px)').matches ? 'phone' : 'desktop'
}
