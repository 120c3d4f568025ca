import { type Device } from '@veranda/contract/rooms/wire.ts'

/** By what somebody comes who puts no headset on: a finger and a small screen make a phone. */
export function ownDevice(): Exclude<Device, 'headset'> {
  return matchMedia('(pointer: coarse) and (max-width: 900px)').matches ? 'phone' : 'desktop'
}
