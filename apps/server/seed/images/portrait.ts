import sharp from 'sharp'
import type { UserKey } from '../stories/seed-api.ts'

type HairStyle =
  | 'short'
  | 'side'
  | 'curls'
  | 'bob'
  | 'long'
  | 'bun'
  | 'afro'
  | 'braids'
  | 'fringe'
  | 'bald'
  | 'scarf'
  | 'waves'
  | 'topknot'
type Extra = 'glasses' | 'round-glasses' | 'beard' | 'moustache' | 'earrings' | 'cap' | 'freckles' | 'headphones'

type Portrait = {
  readonly ground: string
  readonly skin: string
  readonly hair: string
  readonly style: HairStyle
  readonly top: string
  readonly collar: 'round' | 'shirt' | 'polo' | 'roll'
  readonly extras: readonly Extra[]
}

const edgePixels = 320

/** Draws the portrait of a demo user from simple shapes; returns a PNG. */
export function portraitPng(key: UserKey): Promise<Buffer> {
  return sharp(Buffer.from(portraitSvg(portraits[key])))
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/** Draws head and shoulders in a square of 160 units. */
function portraitSvg({ ground, skin, hair, style, top, collar, extras }: Portrait): string {
  const shade = `<path d="M80 118c10 0 18-6 18-14v-10H62v10c0 8 8 14 18 14z" fill="#000" opacity=".14"/>`
  const shapes = [
    `<rect width="160" height="160" fill="${ground}"/>`,
    `<circle cx="124" cy="36" r="64" fill="#fff" opacity=".14"/>`,
    hairBehind(style, hair),
    `<path d="M18 164c2-30 24-42 46-45h32c22 3 44 15 46 45z" fill="${top}"/>`,
    `<path d="M64 96h32v22c0 9-7 15-16 15s-16-6-16-15z" fill="${skin}"/>`,
    shade,
    collars[collar],
    style === 'scarf'
      ? ''
      : `<circle cx="49" cy="80" r="7.5" fill="${skin}"/><circle cx="111" cy="80" r="7.5" fill="${skin}"/>`,
    `<path d="M50 70c0-22 13-34 30-34s30 12 30 34v10c0 20-14 33-30 33S50 100 50 80z" fill="${skin}"/>`,
    `<circle cx="59" cy="91" r="6.5" fill="#e2573f" opacity=".2"/><circle cx="101" cy="91" r="6.5" fill="#e2573f" opacity=".2"/>`,
    extras.includes('freckles') ? freckles : '',
    extras.includes('beard')
      ? `<path d="M50 80c2 8 6 11 12 11 6 0 9-3 18-3s12 3 18 3c6 0 10-3 12-11v4c0 20-14 33-30 33S50 104 50 84z" fill="${hair}"/>`
      : '',
    `<circle cx="68" cy="79" r="3.6" fill="#221b22"/><circle cx="92" cy="79" r="3.6" fill="#221b22"/>`,
    `<circle cx="69.2" cy="77.8" r="1.1" fill="#fff"/><circle cx="93.2" cy="77.8" r="1.1" fill="#fff"/>`,
    `<path d="M62 69.5c3-2.6 8-2.8 11-.8M87 68.7c3-2 8-1.8 11 .8" fill="none" stroke="${style === 'scarf' ? hairs.espresso : browColor(hair)}" stroke-width="2.8" stroke-linecap="round"/>`,
    `<path d="M80 81v7.5c0 1.6-1.4 2.4-3.2 2.2" fill="none" stroke="#000" stroke-opacity=".26" stroke-width="2.4" stroke-linecap="round"/>`,
    extras.includes('moustache')
      ? `<path d="M68 96c4-4 9-4 12-1.600 3-2.400 8-2.400 12 1.600-5 3-9 2.600-12 1-3 1.600-7 2-12-1z" fill="${hair}"/>`
      : '',
    `<path d="M71 99c5 5.500 13 5.500 18 0" fill="none" stroke="${extras.includes('beard') ? '#f3d9c8' : '#8e2f2b'}" stroke-width="2.800" stroke-linecap="round"/>`,
    hairInFront(style, hair),
    ...extras.map((extra) => extraShapes[extra]?.(hair, top) ?? ''),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edgePixels}" height="${edgePixels}" viewBox="0 0 160 160">${shapes.join('')}</svg>`
}

const browColor = (hair: string) => (hair === '#e9e4da' || hair === '#d9b26a' ? '#8a6a44' : hair)

const freckles = `<g fill="#9a5532" opacity=".5">${[
  [60, 86],
  [64, 89],
  [58, 90],
  [96, 89],
  [100, 86],
  [102, 90],
]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.100"/>`)
  .join('')}</g>`

const collars = {
  round: `<path d="M60 121c4 12 12 17 20 17s16-5 20-17" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="5"/>`,
  shirt: `<path d="M62 118l18 20-14 10-12-26zM98 118l-18 20 14 10 12-26z" fill="#fff" opacity=".92"/>`,
  polo: `<path d="M62 118l18 18-10 9-14-22zM98 118l-18 18 10 9 14-22z" fill="#000" opacity=".18"/>`,
  roll: `<path d="M58 112c6 8 38 8 44 0l3 18c-10 9-40 9-50 0z" fill="#fff" opacity=".2"/>`,
} as const

function hairBehind(style: HairStyle, hair: string): string {
  const shapes: Partial<Record<HairStyle, string>> = {
    bob: 'M42 72c0-28 16-42 38-42s38 14 38 42v26c0 8-6 12-12 12H54c-6 0-12-4-12-12z',
    long: 'M40 72c0-28 17-43 40-43s40 15 40 43c0 28 6 40 8 62H32c2-22 8-34 8-62z',
    waves: 'M38 76c-2-32 18-48 42-48s44 16 42 48c6 8 2 16 4 22 4 10-2 20-8 26H42c-6-6-12-16-8-26 2-6-2-14 4-22z',
    fringe: 'M42 72c0-28 16-42 38-42s38 14 38 42v44c-8 4-14 4-18 0H60c-4 4-10 4-18 0z',
  }
  const path = shapes[style]
  if (path) return `<path d="${path}" fill="${hair}"/>`
  if (style === 'afro') return `<circle cx="80" cy="62" r="49" fill="${hair}"/>`
  if (style === 'braids') {
    return `<g fill="${hair}">${[44, 116].map((x) => [84, 97, 110, 123].map((y) => `<circle cx="${x}" cy="${y}" r="9"/>`).join('')).join('')}</g>`
  }
  if (style === 'bun') return `<circle cx="80" cy="27" r="17" fill="${hair}"/>`
  if (style === 'topknot') return `<circle cx="84" cy="27" r="11" fill="${hair}"/>`
  if (style === 'scarf')
    return `<path d="M38 76c0-30 18-46 42-46s42 16 42 46c0 26 4 40 10 52H28c6-12 10-26 10-52z" fill="${hair}"/>`
  return ''
}

function hairInFront(style: HairStyle, hair: string): string {
  const paths: Readonly<Record<HairStyle, string>> = {
    short: 'M47 76c-4-30 10-46 34-46 22 0 37 15 32 46-3-2-3-10-6-16-12 1-30 0-40-8-6 6-14 12-20 24z',
    side: 'M47 78c-5-32 10-49 35-49 24 0 36 18 31 49-4-6-4-14-8-21-16 1-32-3-42-12 0 10-10 18-16 33z',
    curls: `M47 76c-9-8-8-20 0-24-3-12 9-20 18-17 6-9 22-9 28-1 11-3 21 6 18 17 8 5 9 17 2 25-4-3-3-9-6-13-8 1-12-3-15-7-5 5-13 5-18 1-5 5-12 5-17 2-4 5-6 10-10 17z`,
    bob: 'M48 80c-4-30 10-46 32-46s36 16 32 46c-5-6-6-14-9-22-18 1-36-3-44-8-2 10-7 18-11 30z',
    long: 'M47 84c-4-34 10-51 33-51s37 17 33 51c-6-9-8-22-31-37-20 12-28 24-35 37z',
    bun: 'M47 76c-3-28 12-44 33-44s36 16 33 44c-5-16-16-24-33-24s-28 8-33 24z',
    afro: 'M48 72c0-22 13-33 32-33s32 11 32 33c-5-9-10-14-15-16-10 5-24 5-34 0-5 2-10 7-15 16z',
    braids: 'M46 80c-4-32 11-48 34-48s38 16 34 48c-6-14-14-24-34-33-20 9-28 19-34 33z',
    fringe: 'M46 82c-4-34 11-50 34-50s38 16 34 50c-3-5-4-10-5-16-18 4-40 4-58 0-1 6-2 11-5 16z',
    bald: '',
    scarf: 'M44 84c-3-34 12-52 36-52s39 18 36 52c-4-22-14-34-36-34S48 62 44 84z',
    waves: 'M46 84c-5-34 8-52 34-52 25 0 39 18 34 52-4-8-4-17-11-25-13 3-26-1-35-10-4 14-16 20-22 35z',
    topknot: 'M47 74c-3-27 12-42 33-42s36 15 33 42c-4-13-8-19-12-22-14-3-28-3-42 0-4 3-8 9-12 22z',
  }
  return `<path d="${paths[style]}" fill="${hair}"/>`
}

const glassesOf = (lens: string) =>
  `<g fill="#fff" fill-opacity=".18" stroke="#2a2530" stroke-width="2.600">${lens}</g><path d="M77 78c2-1.600 4-1.600 6 0M57 77l-8-2M103 77l8-2" fill="none" stroke="#2a2530" stroke-width="2.600" stroke-linecap="round"/>`

const extraShapes: Readonly<Partial<Record<Extra, (hair: string, top: string) => string>>> = {
  glasses: () =>
    glassesOf('<rect x="57" y="71" width="20" height="15" rx="5"/><rect x="83" y="71" width="20" height="15" rx="5"/>'),
  'round-glasses': () => glassesOf('<circle cx="67.500" cy="79" r="10"/><circle cx="92.500" cy="79" r="10"/>'),
  earrings: () => `<circle cx="48" cy="92" r="4" fill="#f2b84b"/><circle cx="112" cy="92" r="4" fill="#f2b84b"/>`,
  cap: (_, top) =>
    `<path d="M45 62c0-22 15-34 35-34s35 12 35 34c-22-6-48-6-70 0z" fill="${top}"/><path d="M45 62c16-6 40-7 58-2 14 3 24 4 26 8-14 3-26 0-38-2-16-3-32-3-46-4z" fill="#000" opacity=".28"/>`,
  headphones: () =>
    `<path d="M44 82c-6-34 12-54 36-54s42 20 36 54" fill="none" stroke="#2b2833" stroke-width="7" stroke-linecap="round"/><rect x="37" y="72" width="14" height="24" rx="7" fill="#f2a33a"/><rect x="109" y="72" width="14" height="24" rx="7" fill="#f2a33a"/>`,
}

const tones = {
  porcelain: '#f6d7c3',
  sand: '#eec19b',
  honey: '#dca574',
  amber: '#c68650',
  umber: '#9a5f3a',
  cocoa: '#74432a',
  ebony: '#54301f',
} as const

const hairs = {
  black: '#231d26',
  espresso: '#3c2820',
  chestnut: '#6d3f25',
  copper: '#b3572a',
  blond: '#d9b26a',
  silver: '#b9b4b4',
  white: '#e9e4da',
} as const

/** The look of every demo user. */
const portraits: Readonly<Record<UserKey, Portrait>> = {
  maya: {
    ground: '#f3b79b',
    skin: tones.honey,
    hair: hairs.espresso,
    style: 'waves',
    top: '#2f5d62',
    collar: 'round',
    extras: ['earrings'],
  },
  hana: {
    ground: '#b9c6e8',
    skin: tones.porcelain,
    hair: hairs.copper,
    style: 'bob',
    top: '#3b3560',
    collar: 'roll',
    extras: ['freckles'],
  },
  idris: {
    ground: '#f0cf7a',
    skin: tones.cocoa,
    hair: hairs.black,
    style: 'short',
    top: '#1f4e79',
    collar: 'polo',
    extras: ['beard'],
  },
  kenji: {
    ground: '#cfd8c2',
    skin: tones.sand,
    hair: hairs.black,
    style: 'topknot',
    top: '#37406b',
    collar: 'round',
    extras: [],
  },
  sofia: {
    ground: '#e7c3cf',
    skin: tones.porcelain,
    hair: hairs.blond,
    style: 'bun',
    top: '#7a2337',
    collar: 'roll',
    extras: ['glasses'],
  },
  tomas: {
    ground: '#a9d3cf',
    skin: tones.amber,
    hair: hairs.black,
    style: 'curls',
    top: '#d9822b',
    collar: 'round',
    extras: ['moustache'],
  },
  amara: {
    ground: '#f5c98b',
    skin: tones.ebony,
    hair: hairs.black,
    style: 'afro',
    top: '#1d7a6c',
    collar: 'round',
    extras: ['earrings'],
  },
  lucas: {
    ground: '#f4dfa7',
    skin: tones.sand,
    hair: hairs.chestnut,
    style: 'side',
    top: '#2c2a3a',
    collar: 'shirt',
    extras: ['round-glasses'],
  },
  mei: {
    ground: '#bfe0e6',
    skin: tones.porcelain,
    hair: hairs.black,
    style: 'fringe',
    top: '#f4f4f0',
    collar: 'polo',
    extras: [],
  },
  noor: {
    ground: '#d8c7ee',
    skin: tones.honey,
    hair: '#5b3fa0',
    style: 'scarf',
    top: '#2e2a55',
    collar: 'round',
    extras: [],
  },
  oskar: {
    ground: '#c9cdd3',
    skin: tones.porcelain,
    hair: hairs.blond,
    style: 'short',
    top: '#4a5a48',
    collar: 'round',
    extras: ['beard'],
  },
  priya: {
    ground: '#f0b6c2',
    skin: tones.umber,
    hair: hairs.black,
    style: 'long',
    top: '#a3264b',
    collar: 'round',
    extras: ['earrings'],
  },
  jonas: {
    ground: '#d9d2c4',
    skin: tones.porcelain,
    hair: hairs.silver,
    style: 'bald',
    top: '#1f1f24',
    collar: 'roll',
    extras: ['round-glasses', 'beard'],
  },
  elif: {
    ground: '#e9c7a4',
    skin: tones.sand,
    hair: hairs.chestnut,
    style: 'long',
    top: '#5d6f4e',
    collar: 'shirt',
    extras: [],
  },
  marco: {
    ground: '#b5dccb',
    skin: tones.honey,
    hair: hairs.espresso,
    style: 'side',
    top: '#b8322a',
    collar: 'polo',
    extras: ['moustache'],
  },
  ana: {
    ground: '#c4e0ae',
    skin: tones.amber,
    hair: hairs.espresso,
    style: 'curls',
    top: '#3f7a3c',
    collar: 'round',
    extras: ['freckles'],
  },
  samir: {
    ground: '#b7c9dd',
    skin: tones.umber,
    hair: hairs.black,
    style: 'short',
    top: '#24466e',
    collar: 'shirt',
    extras: ['glasses', 'beard'],
  },
  yuki: {
    ground: '#fbd0b0',
    skin: tones.porcelain,
    hair: '#c9583f',
    style: 'fringe',
    top: '#2f8f83',
    collar: 'round',
    extras: ['round-glasses'],
  },
  clara: {
    ground: '#dfe3da',
    skin: tones.porcelain,
    hair: hairs.blond,
    style: 'long',
    top: '#8a9a8e',
    collar: 'roll',
    extras: [],
  },
  diego: {
    ground: '#c9b6ec',
    skin: tones.amber,
    hair: hairs.black,
    style: 'waves',
    top: '#26223a',
    collar: 'round',
    extras: ['headphones'],
  },
  wei: {
    ground: '#f1c9bd',
    skin: tones.sand,
    hair: hairs.black,
    style: 'side',
    top: '#6a3b32',
    collar: 'shirt',
    extras: ['glasses'],
  },
  fatima: {
    ground: '#a7d5d1',
    skin: tones.honey,
    hair: '#c9603e',
    style: 'scarf',
    top: '#13605f',
    collar: 'round',
    extras: [],
  },
  ben: {
    ground: '#a9a6d8',
    skin: tones.cocoa,
    hair: hairs.black,
    style: 'bald',
    top: '#e0a32e',
    collar: 'round',
    extras: ['cap', 'beard'],
  },
  ingrid: {
    ground: '#a8cbe0',
    skin: tones.porcelain,
    hair: hairs.white,
    style: 'braids',
    top: '#24405c',
    collar: 'roll',
    extras: ['freckles'],
  },
  rosa: {
    ground: '#f7b8a6',
    skin: tones.sand,
    hair: hairs.espresso,
    style: 'bun',
    top: '#e0563f',
    collar: 'round',
    extras: ['earrings'],
  },
  theo: {
    ground: '#f9d98a',
    skin: tones.porcelain,
    hair: hairs.copper,
    style: 'curls',
    top: '#2d6fb0',
    collar: 'polo',
    extras: ['freckles', 'glasses'],
  },
  leila: {
    ground: '#dccbb4',
    skin: tones.honey,
    hair: hairs.black,
    style: 'bob',
    top: '#6b4f2f',
    collar: 'shirt',
    extras: ['earrings'],
  },
}
