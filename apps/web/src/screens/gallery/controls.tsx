import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { Grid, Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { RatingInput } from '@veranda/ui/rating.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { RichText } from '../../components/rich-text.tsx'
import { Section } from '../../components/page/section.tsx'

export function Buttons() {
  const t = useTranslations('gallery')
  return (
    <Section title={t('buttons')}>
      <Card padded>
        <Stack>
          <Inline wrap>
            <Button kind="filled">{t('filled')}</Button>
            <Button>{t('plain')}</Button>
            <Button kind="quiet">{t('quiet')}</Button>
            <Button kind="danger">{t('danger')}</Button>
            <Button icon="upload">{t('icon')}</Button>
            <Button href="/login">{t('link')}</Button>
          </Inline>
          <Inline wrap>
            <Button kind="filled" busy>
              {t('busy')}
            </Button>
            <Button busy>{t('busy')}</Button>
            <Button kind="filled" disabled>
              {t('disabled')}
            </Button>
            <Button disabled>{t('disabled')}</Button>
            <Button size="small">{t('small')}</Button>
            <Button size="large" kind="filled">
              {t('large')}
            </Button>
            <IconButton icon="bell" label={t('icon')} />
            <IconButton icon="more" size="small" label={t('icon')} />
          </Inline>
          <Button wide>{t('wide')}</Button>
          <Inline wrap gap={5}>
            <Link href="/login">{t('link.plain')}</Link>
            <span>
              <RichText
                text={t('link.sentence')}
                parts={{
                  a: (inner) => (
                    <Link kind="inline" href="/login">
                      {inner}
                    </Link>
                  ),
                }}
              />
            </span>
            <Link kind="quiet" href="/login">
              {t('link.quiet')}
            </Link>
          </Inline>
        </Stack>
      </Card>
    </Section>
  )
}

export function Fields() {
  const t = useTranslations('gallery')
  const [text, setText] = useState(t('value'))
  return (
    <Section title={t('fields')}>
      <Card padded>
        <Grid gap={5}>
          <Field label={t('label')} hint={t('hint')}>
            <TextInput value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Field label={t('label')} optional>
            <TextInput placeholder={t('placeholder')} />
          </Field>
          <Field label={t('label')} error={t('error')}>
            <TextInput />
          </Field>
          <Field label={t('label')}>
            <TextInput disabled defaultValue={t('value')} />
          </Field>
          <Field label={t('label')}>
            <TextInput icon="search" after={<IconButton size="small" icon="close" label={t('icon')} />} />
          </Field>
          <Field label={t('select')}>
            <Select
              options={[
                { value: 'EUR', label: t('select.eur') },
                { value: 'JPY', label: t('select.jpy') },
              ]}
            />
          </Field>
          <Field label={t('area')}>
            <TextArea defaultValue={t('area.value')} />
          </Field>
        </Grid>
      </Card>
    </Section>
  )
}

export function Choices() {
  const t = useTranslations('gallery')
  const [on, setOn] = useState(true)
  const [rights, setRights] = useState<'full' | 'licence'>('full')
  const [stars, setStars] = useState<number>()
  const options = [
    { value: 'full', label: t('radio.full'), hint: t('radio.full.hint') },
    { value: 'licence', label: t('radio.licence'), hint: t('radio.licence.hint') },
  ] as const
  return (
    <Section title={t('choices')}>
      <Card padded>
        <Grid gap={6}>
          <Stack gap={1}>
            <Checkbox label={t('checkbox')} hint={t('checkbox.hint')} defaultChecked />
            <Checkbox label={t('checkbox')} />
            <Checkbox label={t('checkbox')} error={t('error')} />
            <Checkbox label={t('checkbox')} disabled />
          </Stack>
          <Stack gap={1}>
            <Switch label={t('switch')} hint={t('switch.hint')} checked={on} onChange={setOn} />
            <Switch label={t('switch')} checked={false} />
            <Switch label={t('switch')} checked disabled />
          </Stack>
          <RadioGroup label={t('radio')} options={options} value={rights} onChange={setRights} />
          <RadioGroup label={t('radio')} look="cards" options={options} value={rights} onChange={setRights} />
          <RatingInput
            label={t('rating.label')}
            labelOf={(count) => t('rating.stars', { count })}
            value={stars}
            onChange={setStars}
          />
        </Grid>
      </Card>
    </Section>
  )
}
