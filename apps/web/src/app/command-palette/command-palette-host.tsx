import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { openPalette, paletteOpen } from './palette-state.ts'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** Opens the palette with Ctrl or Cmd + K from anywhere and loads its code on first use. */
export function CommandPaletteHost() {
  const open = useStore(paletteOpen)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      openPalette()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <CommandPalette onClose={() => paletteOpen.set(false)} />
    </Suspense>
  )
}
