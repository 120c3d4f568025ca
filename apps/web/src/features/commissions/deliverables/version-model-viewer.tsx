import { Picture } from '../../../components/picture.tsx'
import { type Deliverable } from '@veranda/contract/commissions/deliverables/schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { AssetViewer } from '../../../components/viewer/asset-viewer.tsx'
import { BesidePlace } from '../../../components/viewer/beside-place.tsx'
import { pinText } from '../../../components/pins/pin-text.ts'
import { modelAssetsOf, toViewerPins } from '../pins/pin-view-model.ts'
import { type PinReview } from '../pins/use-pin-review.ts'
import { PinForm } from '../pins/pin-form.tsx'
import styles from '../pins/pins.module.css'

type Props = {
  milestone: Milestone
  version: Deliverable
  review: PinReview
  /** The form of a new pin is shown next to its place. */
  writesInPicture: boolean
}

/** Renders a version's 3D model with its pins, and compares it with earlier versions. */
export function VersionModelViewer({ milestone, version, review, writesInPicture }: Props) {
  const t = useTranslations('commissions/pins')
  const { asset, assets, draft } = review
  if (!asset) return null
  const label = (number: number) => t('version', { number })
  const previous = milestone.deliverables
    .filter(({ number }) => number < version.number)
    .toSorted((a, b) => b.number - a.number)
    .flatMap(({ id, number, ...other }) => {
      const models = modelAssetsOf({ id, number, ...other })
      const sameModel = models.find(({ name }) => name === asset.name) ?? models[0]
      if (!sameModel) return []
      return [{ id, label: label(number), assetId: sameModel.id, url: sameModel.model.url }]
    })
  const pins = toViewerPins(review.pins, { versionId: version.id, assetId: asset.id }, (pin, place) =>
    t('marker', { number: pin.number, state: t(pin.state), part: place.part, text: pinText(pin, t) }),
  )
  return (
    <>
      {assets.length > 1 && (
        <div className={styles.assets} role="group" aria-label={t('assets')}>
          {assets.map((one) => (
            <button
              key={one.id}
              type="button"
              className={styles.asset}
              aria-pressed={one.id === asset.id}
              onClick={() => review.choose(one.id)}
            >
              {one.thumbnail !== null && <Picture src={one.thumbnail} alt="" sizes="96px" />}
              <bdi>{one.name}</bdi>
            </button>
          ))}
        </div>
      )}
      <AssetViewer
        id={asset.id}
        name={asset.name}
        label={label(version.number)}
        url={asset.model.url}
        thumbnail={asset.thumbnail}
        previousVersions={previous}
        pins={pins}
        openPinId={review.opened?.id}
        onOpenPin={review.open}
        onPlacePin={review.take}
        draftPin={draft}
        renderOver={(canvas) => {
          if (!draft || !writesInPicture) return null
          const form = <PinForm key={draft.part} draft={draft} review={review} />
          return canvas ? (
            <BesidePlace canvas={canvas} place={draft}>
              {form}
            </BesidePlace>
          ) : (
            form
          )
        }}
      />
    </>
  )
}
