import { type IconName } from '@veranda/ui/icon-paths.ts'

export type PaletteEntry = {
  id: string
  icon: IconName
  label: string
  detail?: string | undefined
} & ({ href: string } | { run: () => void })

export type PaletteGroup = { id: string; title: string; entries: readonly PaletteEntry[] }
