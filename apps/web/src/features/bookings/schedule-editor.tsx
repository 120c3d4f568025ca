import { readSchedule } from '@veranda/contract/bookings/routes.ts'
import { type Schedule } from '@veranda/contract/bookings/session-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { ZoneSelect } from '../../parts/zone-select.tsx'
import { AbsenceList } from './absence-list.tsx'
import { OverrideList } from './override-list.tsx'
import { useSaveSchedule } from './save-schedule.ts'
import { draftOf, rangeFault, rangesOn, type ScheduleDraft, weekdays } from './schedule-draft.ts'
import styles from './schedule.module.css'
import { TravelList } from './travel-list.tsx'
import { WeeklyHours } from './weekly-hours.tsx'

/** When one can be booked: the week, single days, absences, and where one is. */
export function ScheduleEditor() {
  const t = useWords('bookings')
  const read = useRead(readSchedule)
  return (
    <Reading
      of={read}
      failed={t('hours.failed')}
      shape={
        <Card>
          <SkeletonRows count={5} label={t('hours.loading')} />
        </Card>
      }
    >
      {(schedule) => <Editor schedule={schedule} />}
    </Reading>
  )
}

function Editor({ schedule }: { schedule: Schedule }) {
  const t = useWords('bookings')
  // What was read stays beside the draft, so that a change from elsewhere shows as one.
  const [base, setBase] = useState(schedule)
  const [draft, setDraft] = useState<ScheduleDraft>(() => draftOf(schedule))
  const save = useSaveSchedule()
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(base))
  const elsewhere = schedule.version !== base.version
  const take = (next: Schedule) => {
    setBase(next)
    setDraft(draftOf(next))
    save.reset()
  }
  // Nothing of one's own would be lost.
  if (elsewhere && !changed && !save.busy) take(schedule)
  const faulty =
    weekdays.some((day) => rangeFault(rangesOn(draft, day))) ||
    draft.overrides.some(({ ranges }) => rangeFault(ranges) !== undefined)

  async function write() {
    const outcome = await save.run(draft, base.version)
    if (!outcome.ok) return
    take(outcome.reply)
    snackbars.add({ title: t('hours.saved'), tone: 'success' })
  }

  return (
    <Stack gap={5}>
      <Card title={t('hours.week')} padded>
        <Stack gap={4}>
          <Field label={t('hours.zone')} hint={t('hours.zone.hint')}>
            <ZoneSelect value={draft.timeZone} onChange={(timeZone) => setDraft({ ...draft, timeZone })} />
          </Field>
          <WeeklyHours draft={draft} onChange={setDraft} />
        </Stack>
      </Card>
      <Card title={t('overrides.title')} padded>
        <OverrideList draft={draft} onChange={setDraft} />
      </Card>
      <Card title={t('absences.title')} padded>
        <AbsenceList draft={draft} onChange={setDraft} />
      </Card>
      <Card title={t('travels.title')} padded>
        <TravelList draft={draft} onChange={setDraft} />
      </Card>
      {changed && (
        <div className={styles.save}>
          {elsewhere ? (
            <div role="status">
              <strong>{t('hours.stale')}</strong>
              <p className={styles.quiet}>{t('hours.stale.text')}</p>
            </div>
          ) : (
            <span>{t('hours.unsaved')}</span>
          )}
          <Line>
            <Button onClick={() => take(schedule)}>{t(elsewhere ? 'hours.reload' : 'hours.discard')}</Button>
            <Button kind="filled" busy={save.busy} disabled={faulty || elsewhere} onClick={() => void write()}>
              {t('hours.save')}
            </Button>
          </Line>
          {!save.stale && <ProblemBanner problem={save.problem} />}
        </div>
      )}
    </Stack>
  )
}
