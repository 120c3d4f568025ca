import { lightNames } from '@veranda/core/assets/light-names.ts'
import { Button } from '@veranda/ui/button.tsx'
import { cx } from '@veranda/ui/cx.ts'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { SentenceGap } from '../../sentence-gap.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type ViewerCanvas } from '../../../three/viewer/viewer-canvas.ts'
import { axes, type ViewerSettings } from '../../../three/viewer/viewer-settings.ts'
import { SegmentedControl, Slider } from './controls.tsx'
import { type PickMiss, type ViewerBackground } from '../viewer-types.ts'
import { type MeasuredPoints } from './measured-points.ts'
import { MeasurementText } from './measurement.tsx'
import { type AnimationState } from './animation-state.ts'
import { type ViewerTool } from './toolbar.tsx'
import styles from './panel.module.css'

const AnimationPanel = lazy(() =>
  import('./animation-panel.tsx').then((module) => ({ default: module.AnimationPanel })),
)

/** The time for which the panel says that a press missed the model, before it shows the hint again. */
const missShownMs = 4_000

const pickMissMessages = { nothing: 'pin.miss', previous: 'pin.former' } as const

type Props = {
  tool: ViewerTool | undefined
  pickMiss: PickMiss | undefined
  settings: ViewerSettings
  onSettingsChange: (settings: ViewerSettings) => void
  measuredPoints: MeasuredPoints
  onMeasuredPointsChange: (measured: MeasuredPoints) => void
  tolerance: number
  background: ViewerBackground
  onBackgroundChange: (ground: ViewerBackground) => void
  /** Called when a miss has been shown for long enough. */
  onMissOver: () => void
  onClose: () => void
  /** Closes the tool, and takes back what it has done to the model. */
  onPutAway: (tool: ViewerTool) => void
  canvas: ViewerCanvas
  animation: AnimationState
  onAnimationChange: (motion: AnimationState) => void
}

/** Shows the settings or hints of the selected tool above the toolbar. */
export function ToolPanel(props: Props) {
  const t = useTranslations('viewer')
  const { tool, pickMiss, measuredPoints } = props
  const onMissOver = useEffectEvent(props.onMissOver)
  useEffect(() => {
    if (pickMiss === undefined) return
    const timer = setTimeout(() => onMissOver(), missShownMs)
    return () => clearTimeout(timer)
  }, [pickMiss])
  if (tool === undefined) {
    return measuredPoints.length === 2 ? <MeasurementResult {...props} /> : null
  }
  return (
    <div className={styles.panel} data-covers-picture role="group" aria-label={t(`tool.${tool}`)}>
      <div className={styles.panelBody}>{panelBodies[tool](props)}</div>
      <IconButton
        size="small"
        icon="close"
        label={t('tool.close', { tool: t(`tool.${tool}`) })}
        // A wireframe stays on when its panel is closed; the bar shows that it is on.
        onClick={() => (tool === 'look' ? props.onClose() : props.onPutAway(tool))}
      />
    </div>
  )
}

const panelBodies: Record<ViewerTool, (props: Props) => ReactNode> = {
  pin: (props) => <PinHint {...props} />,
  measure: (props) => <MeasurePanel {...props} />,
  section: (props) => <SectionPanel {...props} />,
  explode: (props) => <ExplodePanel {...props} />,
  motion: ({ canvas, ...props }) =>
    canvas.player && (
      <Suspense fallback={null}>
        <AnimationPanel {...props} canvas={canvas} player={canvas.player} />
      </Suspense>
    ),
  look: (props) => <AppearancePanel {...props} />,
}

function PinHint({ pickMiss }: Props) {
  const t = useTranslations('viewer')
  return (
    <p role="status">
      {t(pickMiss ? pickMissMessages[pickMiss] : 'pin.hint')}
      <SentenceGap />
      <span className={cx(styles.quiet, styles.keysHint)}>{t('pin.hint.keys')}</span>
    </p>
  )
}

function MeasurePanel({ measuredPoints, onMeasuredPointsChange, tolerance, pickMiss }: Props) {
  const t = useTranslations('viewer')
  if (measuredPoints.length < 2) {
    const hint = measuredPoints.length === 0 ? 'measure.first' : 'measure.second'
    return <p role="status">{t(pickMiss ? pickMissMessages[pickMiss] : hint)}</p>
  }
  return (
    <>
      <MeasurementText points={measuredPoints} tolerance={tolerance} />
      <Button size="small" kind="quiet" onClick={() => onMeasuredPointsChange([])}>
        {t('measure.clear')}
      </Button>
    </>
  )
}

/** Keeps a measurement visible after its tool is closed, until it is cleared. */
function MeasurementResult({ measuredPoints, onMeasuredPointsChange, tolerance }: Props) {
  const t = useTranslations('viewer')
  return (
    <div className={styles.panel} data-covers-picture role="group" aria-label={t('tool.measure')}>
      <div className={styles.panelBody}>
        <MeasurementText points={measuredPoints} tolerance={tolerance} />
      </div>
      <IconButton
        size="small"
        icon="close"
        label={t('tool.close', { tool: t('tool.measure') })}
        onClick={() => onMeasuredPointsChange([])}
      />
    </div>
  )
}

function SectionPanel({ settings, onSettingsChange }: Props) {
  const t = useTranslations('viewer')
  const section = settings.section ?? { axis: 'x', at: 0.5, turned: false }
  const updateSection = (changes: Partial<typeof section>) =>
    onSettingsChange({ ...settings, section: { ...section, ...changes } })
  return (
    <>
      <SegmentedControl
        label={t('section.along')}
        value={settings.section?.axis}
        options={axes.map((axis) => ({ value: axis, label: t(`section.${axis}`) }))}
        onChange={(axis) => updateSection({ axis })}
      />
      <Slider label={t('section.at')} value={section.at} onChange={(at) => updateSection({ at })} />
      <Button size="small" kind="quiet" onClick={() => updateSection({ turned: !section.turned })}>
        {t('section.turn')}
      </Button>
    </>
  )
}

function ExplodePanel({ settings, onSettingsChange }: Props) {
  const t = useTranslations('viewer')
  return (
    <Slider
      label={t('explode.far')}
      value={settings.explode}
      onChange={(explode) => onSettingsChange({ ...settings, explode })}
    />
  )
}

function AppearancePanel({ settings, onSettingsChange, background, onBackgroundChange, canvas }: Props) {
  const t = useTranslations('viewer')
  const turn = settings.lightTurn ?? 0
  const variants = canvas.model?.variantNames ?? []
  return (
    <>
      {variants.length > 0 && (
        <label className={styles.choice}>
          <span className={styles.quiet}>{t('look.variant')}</span>
          <Select
            value={settings.variant ?? ''}
            options={[
              { value: '', label: t('look.variant.own') },
              ...variants.map((name) => ({ value: name, label: name })),
            ]}
            onChange={({ target }) => onSettingsChange({ ...settings, variant: target.value || undefined })}
          />
        </label>
      )}
      <SegmentedControl
        label={t('look.light')}
        value={settings.light}
        options={lightNames.map((light) => ({ value: light, label: t(`look.${light}`) }))}
        onChange={(light) => onSettingsChange({ ...settings, light })}
      />
      <Slider
        label={t('look.turn')}
        value={turn}
        text={t('look.turn.degrees', { degrees: Math.round(turn * 360) })}
        onChange={(lightTurn) => onSettingsChange({ ...settings, lightTurn })}
      />
      <SegmentedControl
        label={t('look.ground')}
        value={background}
        options={[
          { value: 'theme', label: t('look.theme') },
          { value: 'light', label: t('look.light-ground') },
          { value: 'dark', label: t('look.dark-ground') },
        ]}
        onChange={onBackgroundChange}
      />
      <Switch
        label={t('look.wireframe')}
        checked={settings.wireframe}
        onChange={(wireframe) => onSettingsChange({ ...settings, wireframe })}
      />
    </>
  )
}
