import { cx } from '@veranda/ui/cx.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useWords } from '../lib/words.ts'
import { ViewerIcon, type ViewerIconName } from './viewer-icon.tsx'
import styles from './viewer-tools.module.css'

export const tools = ['pin', 'measure', 'section', 'explode', 'motion', 'look'] as const
export type Tool = (typeof tools)[number]

const icons = {
  pin: 'pin',
  measure: 'ruler',
  section: 'section',
  explode: 'explode',
  motion: 'play',
  look: 'sun',
} as const

type Props = {
  tool: Tool | undefined
  onTool: (tool: Tool | undefined) => void
  sizes: boolean
  onSizes: (on: boolean) => void
  mayPin: boolean
  animated: boolean
}

/** What can be done with the work, one at a time; sizes stay while something else is done. */
export function ToolBar({ tool, onTool, sizes, onSizes, mayPin, animated }: Props) {
  const t = useWords('viewer')
  const shown = tools.filter((one) => (one !== 'pin' || mayPin) && (one !== 'motion' || animated))
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
      {shown.map((one) => (
        <ToolButton
          key={one}
          icon={icons[one]}
          text={t(`tool.${one}`)}
          on={tool === one}
          strong={one === 'pin'}
          onPress={() => onTool(tool === one ? undefined : one)}
        />
      ))}
      <ToolButton icon="user" text={t('tool.sizes')} on={sizes} onPress={() => onSizes(!sizes)} />
    </div>
  )
}

/** In the corner: all of the work in sight, and the whole screen for it. */
export function CornerBar({ onFit, frame }: { onFit: () => void; frame: RefObject<HTMLElement | null> }) {
  const t = useWords('viewer')
  const whole = useWholeScreen(frame)
  return (
    <div className={styles.corner}>
      <ToolButton icon="fit" text={t('tool.fit')} bare onPress={onFit} />
      {whole.able && (
        <ToolButton
          icon="fullscreen"
          text={t(whole.on ? 'tool.whole.leave' : 'tool.whole')}
          bare
          onPress={whole.toggle}
        />
      )}
    </div>
  )
}

type ButtonProps = {
  icon: ViewerIconName
  text: string
  on?: boolean
  strong?: boolean
  /** The icon alone, however wide the stage is. */
  bare?: boolean
  onPress: () => void
}

/** One tool of a bar, with its name beside it where there is room. */
export function ToolButton({ icon, text, on, strong, bare, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.tool, strong && styles.strong, bare && styles.bare)}
      aria-pressed={on}
      aria-label={text}
      title={text}
      onClick={onPress}
    >
      <ViewerIcon name={icon} size={18} />
      <span className={styles.toolText} aria-hidden="true">
        {text}
      </span>
    </button>
  )
}

function useWholeScreen(frame: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  return {
    able: document.fullscreenEnabled,
    on,
    toggle: () => {
      const change = on ? document.exitFullscreen() : frame.current?.requestFullscreen()
      change?.catch(() => undefined)
    },
  }
}
