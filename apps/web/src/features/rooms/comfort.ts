import { type Comfort, drawing, type Quality } from '../../parts/room-stage.ts'
import { createStore, useStore } from '../../lib/store.ts'

const key = 'veranda-comfort'

/** How the room is drawn: as this device can, or as its person wants it. */
export const pictures = ['auto', 'full', 'light'] as const
export type Picture = (typeof pictures)[number]

type Chosen = Comfort & { readonly picture: Picture }

const plain: Chosen = { snapDegrees: 30, vignette: true, seated: false, hand: 'right', picture: 'auto' }
const comfort = createStore<Chosen>(remembered())

/** How this device's person likes to be inside. */
export function useComfort(): Chosen {
  return useStore(comfort)
}

export function chooseComfort(part: Partial<Chosen>): void {
  const next = { ...comfort.get(), ...part }
  localStorage.setItem(key, JSON.stringify(next))
  comfort.set(next)
}

/** Drawn in full where there is a graphics card, unless its person wants it otherwise. */
export function qualityOf(picture: Picture): Quality {
  if (picture === 'auto') return drawing() === 'well' ? 'full' : 'light'
  return picture
}

function remembered(): Chosen {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof read !== 'object' || read === null) return plain
    const { snapDegrees, vignette, seated, hand, picture } = read as Record<string, unknown>
    return {
      snapDegrees: typeof snapDegrees === 'number' ? snapDegrees : plain.snapDegrees,
      vignette: vignette !== false,
      seated: seated === true,
      hand: hand === 'left' ? 'left' : 'right',
      picture: pictures.find((one) => one === picture) ?? 'auto',
    }
  } catch {
    return plain
  }
}
