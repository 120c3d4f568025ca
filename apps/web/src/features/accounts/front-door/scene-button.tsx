import { iconPaths } from '@veranda/ui/icon-paths.ts'
import { PathIcon } from '@veranda/ui/icon.tsx'
import styles from './scene-button.module.css'

/** Icons of the scene's controls, in a 24 × 24 view box. */
const sceneIconPaths = {
  explode: 'M9.5 9.5h5v5h-5zM8 4H4v4m0-4 3.5 3.5M16 4h4v4m0-4-3.5 3.5M8 20H4v-4m0 4 3.5-3.5M16 20h4v-4m0 4-3.5-3.5',
  pause: 'M8 5v14M16 5v14',
  pin: iconPaths.pin,
  play: 'M8 5.5v13L18.5 12z',
  replay: iconPaths.refresh,
  'turn-end': 'M4 15c0-3.5 3.6-6 8-6s8 2.5 8 6m0 0 1.5-4M20 15l-4-1.5',
  'turn-start': 'M20 15c0-3.5-3.6-6-8-6s-8 2.5-8 6m0 0-1.5-4M4 15l4-1.5',
} as const

type Props = {
  icon: keyof typeof sceneIconPaths
  label: string
  pressed?: boolean | undefined
  onClick: () => void
}

/** Renders one control of the scene. */
export function SceneButton({ icon, label, pressed, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <PathIcon path={sceneIconPaths[icon]} size={20} />
    </button>
  )
}
