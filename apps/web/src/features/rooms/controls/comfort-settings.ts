import { defaultQuality, type RenderQuality } from '../../../lib/device/webgl-support.ts'
import { type ComfortSettings } from '../../../three/room/room-canvas.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { deviceStorage } from '../../../lib/device/device-storage.ts'

const storageKey = 'veranda-comfort'

/** Render quality: chosen by the device's graphics support, or by the user. */
export const qualityChoices = ['auto', 'full', 'light'] as const
export type QualityChoice = (typeof qualityChoices)[number]

type DeviceSettings = ComfortSettings & { readonly quality: QualityChoice }

const defaultSettings: DeviceSettings = {
  snapDegrees: 30,
  vignette: true,
  seated: false,
  hand: 'right',
  quality: 'auto',
}
const comfortStore = createStore<DeviceSettings>(readStoredSettings())

/** Returns this device's comfort settings. */
export function useComfort(): DeviceSettings {
  return useStore(comfortStore)
}

export function updateComfort(part: Partial<DeviceSettings>): void {
  const next = { ...comfortStore.get(), ...part }
  deviceStorage.set(storageKey, JSON.stringify(next))
  comfortStore.set(next)
}

/** Returns full quality where there is a graphics card, unless the user chose otherwise. */
export function qualityOf(quality: QualityChoice): RenderQuality {
  return quality === 'auto' ? defaultQuality() : quality
}

function readStoredSettings(): DeviceSettings {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return defaultSettings
    const { snapDegrees, vignette, seated, hand, quality } = stored as Record<string, unknown>
    return {
      snapDegrees: typeof snapDegrees === 'number' ? snapDegrees : defaultSettings.snapDegrees,
      vignette: vignette !== false,
      seated: seated === true,
      hand: hand === 'left' ? 'left' : 'right',
      quality: qualityChoices.find((choice) => choice === quality) ?? 'auto',
    }
  } catch {
    return defaultSettings
  }
}
