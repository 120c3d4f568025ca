import { type Comfort } from '../../parts/room-stage.ts'
import { createStore, useStore } from '../../lib/store.ts'

const key = 'veranda-comfort'
const plain: Comfort = { snapDegrees: 30, vignette: true, seated: false, hand: 'right' }
const comfort = createStore<Comfort>(remembered())

/** How this device's person likes to be inside. */
export function useComfort(): Comfort {
  return useStore(comfort)
}

export function chooseComfort(part: Partial<Comfort>): void {
  const next = { ...comfort.get(), ...part }
  localStorage.setItem(key, JSON.stringify(next))
  comfort.set(next)
}

function remembered(): Comfort {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof read !== 'object' || read === null) return plain
    const { snapDegrees, vignette, seated, hand } = read as Record<string, unknown>
    return {
      snapDegrees: typeof snapDegrees === 'number' ? snapDegrees : plain.snapDegrees,
      vignette: vignette !== false,
      seated: seated === true,
      hand: hand === 'left' ? 'left' : 'right',
    }
  } catch {
    return plain
  }
}
