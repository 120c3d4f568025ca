import { type IconName, iconPaths } from '@veranda/ui/icon-paths.ts'
import { PathIcon } from '@veranda/ui/icon.tsx'

/** Icons of the room alone, on a field of 24 by 24. */
const own = {
  mic: 'M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  'mic-off': 'M4 4l16 16M9 9v3a3 3 0 0 0 4.8 2.4M15 11V6a3 3 0 0 0-5.6-1.5M5.5 11.5a6.5 6.5 0 0 0 10 5.4M12 18v3',
  measure: 'M3 16.5 16.5 3 21 7.5 7.5 21zm4-4 2 2m1.5-5.5 2 2m1.5-5.5 2 2',
  pen: 'm4 20 1.2-5L16 4.2a2 2 0 0 1 2.8 0l1 1a2 2 0 0 1 0 2.8L9 18.8zM14.5 6l3.5 3.5',
  place:
    'M12 3v18M3 12h18M12 3 9.5 5.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5',
  look: 'M5 3l6 17 2.5-7.5L21 10z',
} as const

export type RoomIconName = IconName | keyof typeof own

export function RoomIcon({ name, size = 20 }: { name: RoomIconName; size?: number }) {
  return <PathIcon path={{ ...iconPaths, ...own }[name]} size={size} />
}
