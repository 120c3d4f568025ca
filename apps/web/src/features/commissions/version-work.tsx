import { type Deliverable } from '@veranda/contract/commissions/deliverable-schemas.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { useWords } from '../../lib/words.ts'
import { WorkViewer } from '../../parts/work-viewer.tsx'
import { modelsOf, textOf, viewerPins } from './pin-look.ts'
import { type PinReview } from './pin-review.ts'
import styles from './pins.module.css'

type Props = { milestone: Milestone; version: Deliverable; review: PinReview }

/** The work of a version in three dimensions with its pins, to be compared with the versions before it. */
export function VersionWork({ milestone, version, review }: Props) {
  const t = useWords('pins')
  const { work, works } = review
  if (!work) return null
  const label = (number: number) => t('version', { number })
  const former = milestone.deliverables
    .filter(({ number }) => number < version.number)
    .toSorted((a, b) => b.number - a.number)
    .flatMap(({ id, number, ...other }) => {
      const models = modelsOf({ id, number, ...other })
      const same = models.find(({ name }) => name === work.name) ?? models[0]
      if (!same) return []
      return [{ id, label: label(number), workId: same.id, url: same.model.url }]
    })
  const pins = viewerPins(review.pins, { versionId: version.id, workId: work.id }, (pin, place) =>
    t('marker', { number: pin.number, state: t(pin.state), part: place.part, text: textOf(pin, t) }),
  )
  return (
    <>
      {works.length > 1 && (
        <div className={styles.works} role="group" aria-label={t('works')}>
          {works.map((one) => (
            <button
              key={one.id}
              type="button"
              className={styles.work}
              aria-pressed={one.id === work.id}
              onClick={() => review.choose(one.id)}
            >
              {one.thumbnail !== null && <img src={one.thumbnail} alt="" />}
              <bdi>{one.name}</bdi>
            </button>
          ))}
        </div>
      )}
      <WorkViewer
        id={work.id}
        name={work.name}
        label={label(version.number)}
        url={work.model.url}
        thumbnail={work.thumbnail}
        former={former}
        pins={pins}
        opened={review.opened?.id}
        onOpen={review.open}
        onPlace={review.take}
        draft={review.draft}
      />
    </>
  )
}
