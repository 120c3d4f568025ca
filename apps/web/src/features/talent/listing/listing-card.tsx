import { changeListing, readListing } from '@veranda/contract/talent/listing/routes.ts'
import { type Listing } from '@veranda/contract/talent/listing/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Switch } from '@veranda/ui/switch.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../../components/page/query-boundary.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useRead } from '../../../lib/api/query.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ListedWorks } from './listed-works.tsx'
import './events.ts'
import styles from './listing-card.module.css'

const galleryPath = '/explore'

/** Lets a creator choose whether strangers see their page, and at which address. */
export function ListingCard() {
  const t = useTranslations('talent/listing')
  const read = useRead(readListing)
  return (
    <Card title={t('title')} padded>
      <QueryBoundary query={read} skeleton={<SkeletonRows count={3} label={t('loading')} />} errorTitle={t('failed')}>
        {(listing) => <ListingForm key={listing.handle} listing={listing} />}
      </QueryBoundary>
    </Card>
  )
}

function ListingForm({ listing }: { listing: Listing }) {
  const t = useTranslations('talent/listing')
  const { handle, suggestion, listed, unlistedReason } = listing
  const [typed, setTyped] = useState(suggestion)
  const save = useCommand(changeListing, { invalidates: [readListing] })
  const isChanged = typed.trim() !== (handle ?? suggestion)

  async function change(body: { listed?: boolean; handle?: string }) {
    const outcome = await save.run({ body })
    if (outcome.ok) snackbars.add({ title: t('saved'), tone: 'success' })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void change({ handle: typed })
  }

  const address = `${location.host}${galleryPath}/${typed.trim().replace(/^@/, '').toLowerCase() || suggestion}`
  return (
    <Stack gap={5}>
      <p className={styles.note}>{t('lead')}</p>
      <p className={styles.note}>
        <RichText
          text={t('gallery', { address: `${location.host}${galleryPath}` })}
          parts={{ link: (inner) => <Link href={galleryPath}>{inner}</Link> }}
        />
      </p>
      {unlistedReason !== null && (
        <Banner
          tone="warning"
          title={t('unlisted')}
          action={
            <Button size="small" href="/support">
              {t('unlisted.support')}
            </Button>
          }
        >
          {t('unlisted.text', { reason: unlistedReason })}
        </Banner>
      )}
      <ProblemBanner problem={save.problem?.field === 'handle' ? undefined : save.problem} />
      <Switch
        label={t('switch')}
        hint={t('switch.hint')}
        checked={listed}
        disabled={save.busy}
        // The handle goes with it, so that the first switch takes the address in sight.
        onChange={(on) => void change(on && isChanged ? { listed: on, handle: typed } : { listed: on })}
      />
      <form onSubmit={submit} noValidate>
        <Stack gap={3}>
          <Field label={t('handle')} hint={t('handle.hint', { address })} error={save.problem?.messageFor('handle')}>
            <TextInput
              dir="ltr"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Inline gap={3} wrap>
            <Button type="submit" disabled={handle !== null && !isChanged} busy={save.busy}>
              {t('save')}
            </Button>
            {listed && unlistedReason === null && handle !== null && (
              <Button kind="quiet" icon="eye" href={`${galleryPath}/${handle}`}>
                {t('see')}
              </Button>
            )}
          </Inline>
        </Stack>
      </form>
      <ListedWorks listing={listing} />
    </Stack>
  )
}
