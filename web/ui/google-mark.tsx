/** In Google's colours, as its branding rules require. */
export const GoogleMark = () => (
  <svg aria-hidden viewBox="0 0 48 48" className="size-5 shrink-0">
    <path
      fill="#4285F4"
      d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8a10 10 0 0 1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1z"
    />
    <path
      fill="#34A853"
      d="M24 46c5.9 0 10.9-2 14.5-5.3l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.8-12.3-9H4.3v5.7A22 22 0 0 0 24 46z"
    />
    <path fill="#FBBC05" d="M11.7 28.2a13.2 13.2 0 0 1 0-8.4v-5.7H4.3a22 22 0 0 0 0 19.8l7.4-5.7z" />
    <path
      fill="#EA4335"
      d="M24 10.7c3.2 0 6.100 1.100 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2 22 22 0 0 0 4.3 14.1l7.4 5.7c1.800-5.200 6.600-9.100 12.300-9.100z"
    />
  </svg>
)
