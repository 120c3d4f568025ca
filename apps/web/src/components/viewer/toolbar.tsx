import { cx } from '@veranda/ui/cx.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslations } from '../../lib/i18n.ts'
import { ViewerIcon, type ViewerIconName } from './viewer-icon.tsx'
import styles from './toolbar.module.css'

export const viewerTools = ['pin', 'measure', 'section', 'explode', 'motion', 'look'] as const
export type ViewerTool = (typeof viewerTools)[number]

const toolIcons = {
  pin: 'pin',
  measure: 'ruler',
  section: 'section',
  explode: 'explode',
  motion: 'play',
  look: 'sun',
} as const

type Props = {
  tool: ViewerTool | undefined
  onToolChange: (tool: ViewerTool | undefined) => void
  showDimensions: boolean
  onShowDimensionsChange: (active: boolean) => void
  canPin: boolean
  animated: boolean
}

/** Renders the tools, of which one is active at a time; dimensions toggle separately. */
export function Toolbar({ tool, onToolChange, showDimensions, onShowDimensionsChange, canPin, animated }: Props) {
  const t = useTranslations('viewer')
  const visibleTools = viewerTools.filter((one) => (one !== 'pin' || canPin) && (one !== 'motion' || animated))
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools')}>
      {visibleTools.map((one) => (
        <ToolButton
          key={one}
          icon={toolIcons[one]}
          text={t(`tool.${one}`)}
          pressed={tool === one}
          prominent={one === 'pin'}
          onPress={() => onToolChange(tool === one ? undefined : one)}
        />
      ))}
      <ToolButton
        icon="user"
        text={t('tool.sizes')}
        pressed={showDimensions}
        onPress={() => onShowDimensionsChange(!showDimensions)}
      />
    </div>
  )
}

/** Renders the corner buttons: fit to view and full screen. */
export function CornerToolbar({ onFit, frame }: { onFit: () => void; frame: RefObject<HTMLElement | null> }) {
  const t = useTranslations('viewer')
  const fullscreen = useFullscreen(frame)
  return (
    <div className={styles.corner}>
      <ToolButton icon="fit" text={t('tool.fit')} iconOnly onPress={onFit} />
      {fullscreen.supported && (
        <ToolButton
          icon="fullscreen"
          text={t(fullscreen.active ? 'tool.whole.leave' : 'tool.whole')}
          iconOnly
          onPress={fullscreen.toggle}
        />
      )}
    </div>
  )
}

type ToolButtonProps = {
  icon: ViewerIconName
  text: string
  pressed?: boolean
  prominent?: boolean
  /** Shows only the icon, whatever the width of the canvas. */
  iconOnly?: boolean
  onPress: () => void
}

/** Renders a toolbar button, with its name where there is room. */
export function ToolButton({ icon, text, pressed: active, prominent, iconOnly, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.tool, prominent && styles.strong, iconOnly && styles.bare)}
      aria-pressed={active}
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

function useFullscreen(frame: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false)
  useEffect(() => {
    const handleChange = () => setActive(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', handleChange)
    return () => document.removeEventListener('fullscreenchange', handleChange)
  }, [])
  return {
    supported: document.fullscreenEnabled,
    active,
    toggle: () => {
      const change = active ? document.exitFullscreen() : frame.current?.requestFullscreen()
      change?.catch(() => undefined)
    },
  }
}
