import { Color } from 'three'
import { type Theme } from '../room-canvas.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** Colours and light of a time of day, in linear light. */
export type Palette = {
  readonly wood: Rgb
  readonly timber: Rgb
  readonly plaster: Rgb
  readonly stone: Rgb
  readonly grass: Rgb
  readonly leaves: readonly Rgb[]
  readonly water: Rgb
  readonly brass: Rgb
  /** The inlay of the floor. */
  readonly ring: Rgb
  /** Emissive colours: lanterns and the paper of the doors. */
  readonly lantern: Rgb
  readonly paper: Rgb
  readonly skyLight: Rgb
  readonly groundLight: Rgb
  readonly sun: { readonly direction: Rgb; readonly light: Rgb }
  readonly lanternLight: Rgb
  readonly paperLight: Rgb
  /** From the horizon upwards. */
  readonly sky: readonly (readonly [height: number, color: Rgb])[]
  readonly glow: Rgb
  readonly haze: Rgb
  readonly stars: number
}

function rgb(hex: string, strength = 1): Rgb {
  const { r, g, b } = new Color(hex)
  return [r * strength, g * strength, b * strength]
}

function direction(x: number, y: number, z: number): Rgb {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

const daylight: Palette = {
  wood: rgb('#c39a70'),
  timber: rgb('#a3744b'),
  plaster: rgb('#f1e8da'),
  stone: rgb('#bdb6aa'),
  grass: rgb('#9fb07a'),
  leaves: [rgb('#86a06a'), rgb('#9bb07d'), rgb('#6f8f63'), rgb('#b3b98a')],
  water: rgb('#b9d3de'),
  brass: rgb('#d9a24e'),
  ring: rgb('#dca557'),
  lantern: rgb('#fff3dc'),
  paper: rgb('#fbf4e6'),
  skyLight: rgb('#dfe9f4', 0.86),
  groundLight: rgb('#b49b7f', 0.5),
  sun: { direction: direction(-0.5, 0.72, -0.42), light: rgb('#fff0d2', 0.72) },
  lanternLight: [0, 0, 0],
  paperLight: [0, 0, 0],
  sky: [
    [-0.1, rgb('#f4eadb')],
    [0.02, rgb('#f3ece1')],
    [0.14, rgb('#dfe8ee')],
    [0.4, rgb('#b4d0e8')],
    [1, rgb('#86b0da')],
  ],
  glow: rgb('#fff2d4', 0.35),
  haze: rgb('#e9e6de'),
  stars: 0,
}

const dusk: Palette = {
  wood: rgb('#b98d62'),
  timber: rgb('#94694a'),
  plaster: rgb('#d8c9b8'),
  stone: rgb('#8d879b'),
  grass: rgb('#8a9a80'),
  leaves: [rgb('#6f8668'), rgb('#7f9079'), rgb('#5f7a6a'), rgb('#8d9078')],
  water: rgb('#8e6f8e'),
  brass: rgb('#c99a62'),
  ring: rgb('#d99a50'),
  lantern: rgb('#ffd08a', 1.15),
  paper: rgb('#ffd9a3', 0.92),
  skyLight: rgb('#9f94c8', 0.5),
  groundLight: rgb('#3a2c44', 0.55),
  sun: { direction: direction(-0.35, 0.16, -0.93), light: rgb('#ff9d6a', 0.3) },
  lanternLight: rgb('#ffbe78', 1.35),
  paperLight: rgb('#ffc88c', 1),
  sky: [
    [-0.1, rgb('#d98a62')],
    [0.0, rgb('#eda06c')],
    [0.07, rgb('#cf7f7d')],
    [0.17, rgb('#86619a')],
    [0.36, rgb('#473f82')],
    [1, rgb('#1b1a3e')],
  ],
  glow: rgb('#ffb070', 0.5),
  haze: rgb('#9a6f86'),
  stars: 260,
}

export const palettes: Readonly<Record<Theme, Palette>> = { daylight, dusk }
