import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { changeProfile, readProfile } from '@veranda/contract/talent/routes.ts'
import { type Profile } from '@veranda/contract/talent/schemas.ts'
import { languages } from '@veranda/contract/shared-schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { ToggleChip } from '@veranda/ui/chip.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'
import styles from './profile.module.css'
import { SkillInput } from '../skills/skill-input.tsx'

type Basics = Pick<Profile, 'headline' | 'about' | 'skills' | 'languages' | 'timeZone' | 'accepting'>

const accepting = ['open', 'waiting-list', 'closed'] as const

/** Edits headline, about, skills, languages, time zone and whether the creator accepts work. */
export function ProfileBasics({ profile }: { profile: Profile }) {
  const t = useTranslations('talent')
  const format = useFormat()
  // What was not edited is shown as it is stored: the server may keep another name of a skill than the one typed.
  const stored = basicsOf(profile)
  const [edits, setEdits] = useState<Partial<Basics>>({})
  const basics = { ...stored, ...edits }
  const save = useCommand(changeProfile, { invalidates: [readProfile, readAccount] })
  const changed = JSON.stringify(basics) !== JSON.stringify(stored)
  const change = (part: Partial<Basics>) => setEdits((before) => ({ ...before, ...part }))

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await save.run({ body: basics })
    if (!outcome.ok) return
    queryCache.setQueryData(queryKeyOf(readProfile, {}), outcome.reply)
    setEdits((now) => editsSince(basics, now))
    snackbars.add({ title: t('edit.saved'), tone: 'success' })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={5}>
        <p className={styles.note}>
          <RichText
            text={t('edit.picture')}
            parts={{
              settings: (label) => (
                <Link kind="inline" href="/settings">
                  {label}
                </Link>
              ),
            }}
          />
        </p>
        <ProblemBanner problem={save.problem?.field ? undefined : save.problem} />
        <Field label={t('edit.headline')} hint={t('edit.headline.hint')} error={save.problem?.messageFor('headline')}>
          <TextInput
            maxLength={120}
            value={basics.headline}
            onChange={(event) => change({ headline: event.target.value })}
          />
        </Field>
        <Field label={t('edit.about')} hint={t('edit.about.hint')} error={save.problem?.messageFor('about')}>
          <TextArea
            rows={6}
            maxLength={4000}
            value={basics.about}
            onChange={(event) => change({ about: event.target.value })}
          />
        </Field>
        <SkillInput
          skills={basics.skills}
          onChange={(skills) => change({ skills })}
          error={save.problem?.messageFor('skills')}
        />
        <fieldset>
          <legend className={styles.legend}>{t('edit.languages')}</legend>
          <div className={styles.chips}>
            {languages.map((tag) => {
              const on = basics.languages.includes(tag)
              const others = basics.languages.filter((one) => one !== tag)
              return (
                <ToggleChip key={tag} on={on} onChange={() => change({ languages: on ? others : [...others, tag] })}>
                  {format.languageName(tag)}
                </ToggleChip>
              )
            })}
          </div>
        </fieldset>
        <Field label={t('edit.zone')} error={save.problem?.messageFor('timeZone')}>
          <TimeZoneSelect value={basics.timeZone} onChange={(timeZone) => change({ timeZone })} />
        </Field>
        <RadioGroup
          label={t('edit.accepting')}
          look="row"
          value={basics.accepting}
          onChange={(value) => change({ accepting: value })}
          options={accepting.map((value) => ({ value, label: t(`accepting.${value}`) }))}
        />
        <Inline gap={3} wrap>
          <Button kind="filled" type="submit" disabled={!changed} busy={save.busy}>
            {t('edit.save')}
          </Button>
          {changed && <span className={styles.note}>{t('edit.unsaved')}</span>}
        </Inline>
      </Stack>
    </form>
  )
}

function basicsOf({ headline, about, skills, languages, timeZone, accepting }: Profile): Basics {
  return { headline, about, skills, languages, timeZone, accepting }
}

/** Returns the edits that were made after these basics were sent. */
function editsSince(sent: Basics, edits: Partial<Basics>): Partial<Basics> {
  const sentValues: Readonly<Record<string, unknown>> = sent
  return Object.fromEntries(
    Object.entries(edits).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(sentValues[field])),
  )
}
