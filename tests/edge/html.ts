export type Html = { elements: { name: string; attributes: Record<string, string>; text: string }[] }

/** The elements of a page in their order, with what is written in scripts. */
export async function readHtml(page: string): Promise<Html> {
  const elements: Html['elements'] = []
  await new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) =>
        void elements.push({ name: tagName, attributes: Object.fromEntries(attributes), text: '' }),
    })
    .on('script', {
      text: ({ text }) => {
        const script = elements.at(-1)
        if (script) script.text += text
      },
    })
    .transform(new Response(page))
    .text()
  return { elements }
}
