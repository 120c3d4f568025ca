import { cx } from '@veranda/ui/cx.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ViewerSettings } from '../../../three/viewer/viewer-settings.ts'
import { ViewerIcon, type ViewerIconName } from '../viewer-icon.tsx'
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

/** Returns the settings without what a tool has done to the model; the same ones where it has done nothing. */
export function withoutEffectOf(tool: ViewerTool, settings: ViewerSettings): ViewerSettings {
  if (tool === 'section' && settings.section) return { ...settings, section: null }
  if (tool === 'explode' && settings.explode > 0) return { ...settings, explode: 0 }
  if (tool === 'look' && settings.wireframe) return { ...settings, wireframe: false }
  return settings
}

type Props = {
  tool: ViewerTool | undefined
  settings: ViewerSettings
  /** Opens a tool. */
  onOpen: (tool: ViewerTool) => void
  /** Closes a tool, and takes back what it has done to the model. */
  onPutAway: (tool: ViewerTool) => void
  onShowDimensionsChange: (active: boolean) => void
  canPin: boolean
  animated: boolean
}

/**
 * Renders the tools, of which one is open at a time. A tool is pressed while it is open or in effect, and the same press
 * puts it away; dimensions toggle separately.
 */
export function Toolbar({ tool, settings, onOpen, onPutAway, onShowDimensionsChange, canPin, animated }: Props) {
  const t = useTranslations('viewer')
  const visibleTools = viewerTools.filter((one) => (one !== 'pin' || canPin) && (one !== 'motion' || animated))
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('tools')} data-covers-picture>
      {visibleTools.map((one) => {
        const pressed = tool === one || withoutEffectOf(one, settings) !== settings
        return (
          <ToolButton
            key={one}
            icon={toolIcons[one]}
            text={t(`tool.${one}`)}
            pressed={pressed}
            prominent={one === 'pin'}
            onPress={() => (pressed ? onPutAway(one) : onOpen(one))}
          />
        )
      })}
      <ToolButton
        icon="user"
        text={t('tool.sizes')}
        pressed={settings.sizes}
        onPress={() => onShowDimensionsChange(!settings.sizes)}
      />
    </div>
  )
}

/** Renders the corner buttons: fit to view and full screen. */
export function CornerToolbar({ onFit, frame }: { onFit: () => void; frame: RefObject<HTMLElement | null> }) {
  const t = useTranslations('viewer')
  const fullscreen = useFullscreen(frame)
  return (
    <div className={styles.corner} data-covers-picture>
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
