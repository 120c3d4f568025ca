import { Field } from '@veranda/ui/field.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { type LimitsForm } from './acceptance-limits-form.ts'
import styles from '../deliverables/limits.module.css'

export type AcceptanceLimitsFieldsProps = {
  limits: LimitsForm
  onChange: (next: LimitsForm) => void
  /** Returns the error of a limit by its name on the wire. */
  errorOf: (name: string) => string | undefined
}

const numberFields = ['maxTriangles', 'maxTextureEdge', 'maxTextures', 'megabytes'] as const
const formats = ['model', 'image', 'video', 'document', 'archive'] as const
const levels = ['green', 'amber', 'red'] as const

/** Renders the acceptance limits of a milestone, which are checked at upload and enforced at submission. */
export function AcceptanceLimitsFields({ limits, onChange, errorOf }: AcceptanceLimitsFieldsProps) {
  const t = useTranslations('commissions')
  const set = (next: Partial<LimitsForm>) => onChange({ ...limits, ...next })
  const isWrong = [
    'maxTriangles',
    'maxTextureEdge',
    'maxTextures',
    'maxBytes',
    'size.x',
    'size.y',
    'size.z',
    'size.tolerance',
  ].some((name) => errorOf(name))
  const isUsed = Object.entries(limits).some(([name, value]) => name !== 'tolerance' && value !== '')
  const [opened, setOpened] = useState(isUsed)
  return (
    <details
      className={styles.details}
      open={opened || isWrong}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        {t('limits.title')} <span className={styles.quiet}>{t('limits.hint')}</span>
      </summary>
      <div className={styles.grid}>
        <Field label={t('limits.format')}>
          <Select
            value={limits.format}
            options={[
              { value: '', label: t('limits.any.format') },
              ...formats.map((value) => ({ value, label: t(`limits.format.${value}`) })),
            ]}
            onChange={(event) => set({ format: event.target.value })}
          />
        </Field>
        <Field label={t('limits.frame-rate')}>
          <Select
            value={limits.frameRate}
            options={[
              { value: '', label: t('limits.any.frame-rate') },
              ...levels.map((value) => ({ value, label: t(`limits.level.${value}`) })),
            ]}
            onChange={(event) => set({ frameRate: event.target.value })}
          />
        </Field>
        {numberFields.map((name) => (
          <Field key={name} label={t(`limits.${name}.field`)} error={errorOf(name === 'megabytes' ? 'maxBytes' : name)}>
            <TextInput
              inputMode={name === 'megabytes' ? 'decimal' : 'numeric'}
              value={limits[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <fieldset className={styles.sides}>
        <legend className={styles.legend}>{t('limits.size')}</legend>
        {(['x', 'y', 'z', 'tolerance'] as const).map((name) => (
          <Field key={name} label={t(`limits.size.${name}`)} error={errorOf(`size.${name}`)}>
            <TextInput
              inputMode="numeric"
              value={limits[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </fieldset>
    </details>
  )
}
