import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { changeMailingChoice, readMailingChoice } from '#contract/calls/mailings'
import type { MailingChoice } from '#contract/mailings'
import { mailings } from '#messages/mailings'
import { languageNames, languages } from '../../messages/languages.ts'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))

/** Whether the person gets messages to a list of people, and in which language (docs/rules/accounts.md 6.8). */
export function MailingSettings() {
  const t = useMessages(mailings)
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keys.mailingChoice,
    queryFn: ({ signal }) => request(readMailingChoice, {}, { signal }),
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (choice: MailingChoice) => request(changeMailingChoice, { body: choice }),
    onSuccess: (saved) => {
      client.setQueryData(keys.mailingChoice, saved)
      void client.invalidateQueries({ queryKey: keys.consents })
    },
    onError: (error) => toast.error(t('failed'), { id: 'mailings', description: errorText(error) }),
  })
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="flex items-center gap-2 text-lg">
        <Megaphone aria-hidden className="size-5 text-brand-ink" />
        {t('title')}
      </h2>
      <QueryView query={query} loading={<Skeleton className="h-14" />}>
        {(saved) => {
          const { isWanted, language } = isPending ? variables : saved
          return (
            <>
              <Switch
                label={t('switch')}
                hint={t('hint')}
                checked={isWanted}
                onChange={(event) => isPending || mutate({ isWanted: event.target.checked, language })}
              />
              {isWanted && (
                <Field label={t('language')}>
                  <Select
                    options={languageOptions}
                    value={language}
                    onChange={({ target }) =>
                      isPending || mutate({ isWanted, language: target.value === 'en' ? 'en' : 'ar' })
                    }
                  />
                </Field>
              )}
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}
