import { type IconName, iconPaths } from '@veranda/ui/icon-paths.ts'
import { PathIcon } from '@veranda/ui/icon.tsx'

/** Icons used only by the viewer, in a 24 × 24 view box. */
const viewerIconPaths = {
  compare: 'M12 3v18M4 6.5h4.5v11H4zm11.5 0H20v11h-4.5z',
  explode: 'M9.5 9.5h5v5h-5zM8 4H4v4m0-4 3.5 3.5M16 4h4v4m0-4-3.5 3.5M8 20H4v-4m0 4 3.5-3.5M16 20h4v-4m0 4-3.5-3.5',
  fit: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4m5-7h6v6H9z',
  fullscreen: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  layers: 'm12 3.5 9 4.5-9 4.5L3 8zM3 12l9 4.5 9-4.5M3 16l9 4.5 9-4.5',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5.5v13L18.5 12z',
  ruler: 'M3 16.5 16.5 3 21 7.5 7.5 21zm4-4 2 2m1.5-5.5 2 2m1.5-5.5 2 2',
  section: 'M4 7.5 12 3l8 4.5v9L12 21l-8-4.5zM2 12h20',
} as const

export type ViewerIconName = IconName | keyof typeof viewerIconPaths

/** Renders a viewer icon or one of the shared icons. */
export function ViewerIcon({ name, size }: { name: ViewerIconName; size: number }) {
  return <PathIcon path={{ ...iconPaths, ...viewerIconPaths }[name]} size={size} />
}
