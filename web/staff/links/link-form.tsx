import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createLink, editLink, type ShortLink } from '#contract/links'
import { isAllowedLink, linkHosts, linkKindOf, linkKinds } from '#domain/settings/link'
import { staffLinks } from '#messages/staff-links'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'

const { name, url } = createLink.body.shape
const schema = z
  .object({ name: name.check(z.refine((typed) => linkKindOf(typed) !== null, { error: 'no-kind' })), url })
  .check(
    z.refine((link) => linkKindOf(link.name) === null || isAllowedLink(link.name, link.url), {
      path: ['url'],
      error: 'wrong-host',
    }),
  )

/** A new short link, or another address for one; the name of a link stays. */
export function LinkForm({ link, onDone }: { link: ShortLink | null; onDone: () => void }) {
  const t = useMessages(staffLinks)
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const form = useForm({
    schema,
    defaultValues: { name: link?.name ?? '', url: link?.url ?? '' },
    send: async (typed) => {
      try {
        if (link)
          await request(
            editLink,
            { params: { name: link.name }, body: { url: typed.url } },
            { version: link.updatedAt },
          )
        else await request(createLink, { body: typed }, { idempotencyKey: keyOf(typed) })
      } catch (error) {
        if (codeOf(error) === 'version-conflict') void client.invalidateQueries({ queryKey: keys.links })
        // The form has checked all but whether the name is free.
        throw !link && codeOf(error) === 'illegal' ? new FieldRefusal('name', 'illegal') : error
      }
      void client.invalidateQueries({ queryKey: keys.links })
      toast.success(t('saved'))
      onDone()
    },
  })
  const kind = linkKindOf(form.watch('name'))
  const hosts = kind ? linkHosts[kind].join(', ') : ''
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <TextField
        form={form}
        name="name"
        label={t('fields.name')}
        hint={t('fields.nameHint')}
        texts={{ 'no-kind': t('fields.noKind', { kinds: linkKinds.join(', ') }), illegal: t('fields.taken') }}
        required
        flow="ltr"
        readOnly={link !== null}
        autoComplete="off"
        autoCapitalize="none"
      />
      <TextField
        form={form}
        name="url"
        label={t('fields.url')}
        hint={hosts === '' ? undefined : t('fields.urlHint', { hosts })}
        texts={{ 'wrong-host': t('fields.wrongHost', { hosts }) }}
        required
        flow="ltr"
        inputMode="url"
        autoComplete="off"
      />
      <Button type="submit" loading={form.isSending}>
        {t('save')}
      </Button>
    </Form>
  )
}
