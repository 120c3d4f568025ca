import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../lib/store.ts'
import { openPalette, paletteOpen } from './palette-state.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** Ctrl or Cmd with K opens the palette from anywhere; the palette is fetched then. */
export function PaletteOpener() {
  const open = useStore(paletteOpen)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <Palette onClose={() => paletteOpen.set(false)} />
    </Suspense>
  )
}
