import { type CompareMode } from '@veranda/core/assets/compare-modes.ts'
import { cx } from '@veranda/ui/cx.ts'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTheme, resolveTheme } from '../../lib/theme.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { defaultSettings, type ViewerSettings } from '../../three/viewer/viewer-settings.ts'
import { partAnchor } from './part-anchor.ts'
import { useVersionComparison, useViewerCanvas } from './use-viewer-canvas.ts'
import { markAssetSeen } from '../assets/seen-assets.ts'
import { CompareBar } from './tools/compare-bar.tsx'
import { useViewerKeyboard } from './use-viewer-keyboard.ts'
import { Markers } from './markers.tsx'
import { addMeasuredPoint, type MeasuredPoints } from './tools/measured-points.ts'
import { type AnimationState, shouldAutoplay } from './tools/animation-state.ts'
import { ModelDetails } from './tools/model-details.tsx'
import { ViewerStatus } from './viewer-status.tsx'
import { CornerToolbar, Toolbar, type ViewerTool, withoutEffectOf } from './tools/toolbar.tsx'
import { type PickMiss, type ViewerBackground, type ViewerProps } from './viewer-types.ts'
import marks from './markers.module.css'
import tools from './tools/toolbar.module.css'
import styles from './viewer.module.css'

// Loaded only when comparing, which waits longer for the geometry than for this chunk.
const CompareTable = lazy(() =>
  import('./tools/compare-table.tsx').then((module) => ({ default: module.CompareTable })),
)

const MeasurementOverlay = lazy(() =>
  import('./tools/measurement.tsx').then((module) => ({ default: module.MeasurementOverlay })),
)

const ToolPanel = lazy(() => import('./tools/tool-panel.tsx').then((module) => ({ default: module.ToolPanel })))

/** Renders the viewer: canvas, tools, measurement, comparison, and the same information as text below. */
export function ViewerFrame(props: ViewerProps) {
  const {
    id,
    name,
    label,
    url,
    facts,
    thumbnail,
    pins = [],
    openPinId,
    onPlacePin,
    draftPin,
    previousVersions = [],
    compact,
  } = props
  const t = useTranslations('viewer')
  const keysId = useId()
  const parts = useMemo(() => facts.parts.map((part) => part.name), [facts])
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [settings, setSettings] = useState<ViewerSettings>(defaultSettings)
  const [tool, setTool] = useState<ViewerTool>()
  const [background, setBackground] = useState<ViewerBackground>('theme')
  const [measuredPoints, setMeasuredPoints] = useState<MeasuredPoints>([])
  const [animation, setAnimation] = useState<AnimationState>({ clip: 0, playing: false })
  const [pickMiss, setPickMiss] = useState<PickMiss>()
  const [comparedId, setComparedId] = useState<string>()
  const [compareMode, setCompareMode] = useState<CompareMode>('map')
  const [flipped, setFlipped] = useState(false)
  const { canvas, state, progress, retry } = useViewerCanvas(host, { url, parts }, pickAt)
  useEffect(() => {
    if (state === 'ready') markAssetSeen(id)
  }, [id, state])
  const previous = previousVersions.find(({ id }) => id === comparedId)
  const { comparison, tolerance } = useVersionComparison(canvas, facts.deviation, previous)
  const theme = useTheme()
  const dark = background === 'theme' ? resolveTheme(theme) === 'dusk' : background === 'dark'
  const keyboard = useViewerKeyboard({
    canvas,
    tool,
    setTool: chooseTool,
    onPress: pickAt,
    canPin: onPlacePin !== undefined,
    onToggleAnimation: toggleAnimation,
    onTurnLight: (by) => setSettings((now) => ({ ...now, lightTurn: ((now.lightTurn ?? 0) + by + 1) % 1 })),
  })

  function pickAt(x: number, y: number) {
    if (!canvas || (tool !== 'pin' && tool !== 'measure')) return
    const hit = canvas.pickAt(x, y, tool === 'measure')
    if (hit === undefined || hit === 'previous') return setPickMiss(hit ?? 'nothing')
    setPickMiss(undefined)
    if (tool === 'measure') return setMeasuredPoints(addMeasuredPoint(measuredPoints, hit))
    setTool(undefined)
    onPlacePin?.({ part: hit.part, position: hit.point, normal: hit.normal, view: canvas.viewpoint })
  }

  // Comparing, pinning and measuring use the saved pose.
  const animated = comparedId === undefined && canvas?.player !== undefined

  function toggleAnimation() {
    if (!animated) return
    if (tool === 'motion') setAnimation({ ...animation, playing: !animation.playing })
    else chooseTool('motion')
  }

  function compareWith(id: string | undefined) {
    setComparedId(id)
    if (tool === 'motion') setTool(undefined)
  }

  function pinPart(part: string) {
    canvas?.player?.reset()
    if (tool === 'motion') setTool(undefined)
    const hit = canvas?.pickPart(part)
    const fallback = partAnchor(facts, part, settings)
    const surface = hit && { part, position: hit.point, normal: hit.normal }
    onPlacePin?.({ ...fallback, ...surface, view: canvas?.viewpoint ?? fallback.view })
  }

  useEffect(() => canvas?.applySettings(settings), [canvas, settings])
  useEffect(() => canvas?.setDarkBackground(dark), [canvas, dark])
  useEffect(
    () => canvas?.setCompareMode(previous && comparison.state === 'done' ? compareMode : undefined, flipped),
    [canvas, previous, comparison.state, compareMode, flipped],
  )
  const openPinView = pins.find(({ id }) => id === openPinId)?.view
  const [restoredPinId, setRestoredPinId] = useState<string>()
  if (restoredPinId !== openPinId) {
    setRestoredPinId(openPinId)
    if (openPinView) setSettings(openPinView.settings)
    if (openPinView && tool === 'motion') setTool(undefined)
  }
  useEffect(() => {
    if (openPinView) canvas?.flyTo(openPinView)
  }, [canvas, openPinView])

  function chooseTool(next: ViewerTool | undefined) {
    setTool(next)
    setPickMiss(undefined)
    // The cut is visible at once; the slider then moves it.
    if (next === 'section' && !settings.section) {
      setSettings({ ...settings, section: { axis: 'x', at: 0.5, turned: false } })
    }
    if (next === 'motion') {
      const unexploded = { ...settings, explode: 0 }
      setAnimation({ clip: 0, playing: shouldAutoplay() })
      setSettings(unexploded)
      canvas?.applySettings(unexploded)
    }
    if (next === 'explode' && settings.explode === 0) setSettings({ ...settings, explode: 0.4 })
  }

  function putAway(one: ViewerTool) {
    setSettings(withoutEffectOf(one, settings))
    if (one === tool) setTool(undefined)
  }

  function showSizes(sizes: boolean) {
    const next = { ...settings, sizes }
    setSettings(next)
    // The human figure needs room next to the model.
    canvas?.applySettings(next)
    canvas?.fit()
  }

  return (
    <div ref={frame} className={styles.frame} data-compact={compact || undefined}>
      <div className={cx(styles.viewport, styles[`ground-${background}`])} data-tool={tool}>
        {state !== 'ready' && state !== 'lost' && thumbnail !== null && (
          <img className={styles.poster} src={thumbnail} alt={state === 'loading' ? '' : t('image', { name })} />
        )}
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-roledescription={t('canvas.role')}
          aria-label={t('canvas', { name })}
          aria-describedby={keysId}
          tabIndex={state === 'ready' ? 0 : -1}
          data-state={state}
          {...keyboard.props}
        />
        <p id={keysId} hidden>
          {t('canvas.keys')} {onPlacePin && t('canvas.keys.pin')} {animated && t('canvas.keys.motion')}
        </p>
        {canvas && state === 'ready' && (
          <>
            {measuredPoints.length > 0 && (
              <Suspense fallback={null}>
                <MeasurementOverlay canvas={canvas} points={measuredPoints} />
              </Suspense>
            )}
            <Markers
              canvas={canvas}
              pins={comparedId === undefined || compareMode !== 'flip' || !flipped ? pins : []}
              openPinId={openPinId}
              onOpenPin={props.onOpenPin}
              draftPin={draftPin}
              picking={tool === 'pin' || tool === 'measure'}
              showDimensions={settings.sizes}
            />
            {props.renderOver?.(canvas)}
            {keyboard.crosshair && (
              <div className={marks.markers} dir="ltr" aria-hidden="true">
                <div className={marks.cross} style={keyboard.crosshair} />
              </div>
            )}
            {previousVersions.length > 0 && (
              <CompareBar
                label={label ?? name}
                previousVersions={previousVersions}
                comparedId={comparedId}
                onCompare={compareWith}
                mode={compareMode}
                onModeChange={setCompareMode}
                flipped={flipped}
                onFlip={setFlipped}
                state={comparison.state}
              />
            )}
            <CornerToolbar onFit={() => canvas.fit()} frame={frame} />
            <div className={tools.tools}>
              {(tool !== undefined || measuredPoints.length === 2) && (
                <Suspense fallback={null}>
                  <ToolPanel
                    tool={tool}
                    pickMiss={pickMiss}
                    settings={settings}
                    onSettingsChange={setSettings}
                    measuredPoints={measuredPoints}
                    onMeasuredPointsChange={setMeasuredPoints}
                    tolerance={facts.deviation}
                    background={background}
                    onBackgroundChange={setBackground}
                    onMissOver={() => setPickMiss(undefined)}
                    onClose={() => setTool(undefined)}
                    onPutAway={putAway}
                    canvas={canvas}
                    animation={animation}
                    onAnimationChange={setAnimation}
                  />
                </Suspense>
              )}
              <Toolbar
                tool={tool}
                settings={settings}
                onOpen={chooseTool}
                onPutAway={putAway}
                onShowDimensionsChange={showSizes}
                canPin={onPlacePin !== undefined}
                animated={animated}
              />
            </div>
          </>
        )}
        <ViewerStatus state={state} progress={progress} onRetry={retry} />
      </div>
      {state !== 'ready' && props.renderOver?.(undefined)}
      {previous && comparison.state === 'done' && (
        <Suspense fallback={null}>
          <CompareTable
            label={label ?? name}
            previous={previous}
            tolerance={tolerance}
            changes={comparison.changes}
            onHighlightPart={(part) => canvas?.highlightPart(part)}
          />
        </Suspense>
      )}
      <ModelDetails
        name={name}
        facts={facts}
        hidden={settings.hidden}
        onHiddenChange={(hidden) => setSettings({ ...settings, hidden })}
        onHighlightPart={(part) => canvas?.highlightPart(part)}
        onPinPart={onPlacePin && pinPart}
        interactive={state === 'ready'}
      />
    </div>
  )
}
