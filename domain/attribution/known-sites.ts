// Sites from which visitors come, by kind. A site is known by its host, which also matches its subdomains, and by the
// names that campaigns use for it in `utm_source`.

const sites = {
  mail: {
    hosts: [
      'mail.google.com',
      'com.google.android.gm',
      'outlook.com',
      'outlook.live.com',
      'outlook.office.com',
      'outlook.office365.com',
      'mail.yahoo.com',
      'mail.aol.com',
      'mail.proton.me',
      'deref-gmx.net',
      'deref-web-02.de',
      'deref-web.de',
      'navigator.gmx.net',
      'navigator.web.de',
      'email.t-online.de',
    ],
    names: ['email', 'e-mail', 'e_mail', 'newsletter'],
  },
  assistant: {
    hosts: [
      'chatgpt.com',
      'chat.openai.com',
      'perplexity.ai',
      'gemini.google.com',
      'bard.google.com',
      'copilot.microsoft.com',
      'copilot.cloud.microsoft',
      'claude.ai',
      'chat.mistral.ai',
      'chat.deepseek.com',
      'grok.com',
      'meta.ai',
      'poe.com',
      'you.com',
    ],
    names: ['chatgpt', 'openai', 'perplexity', 'gemini', 'copilot', 'claude', 'mistral', 'deepseek', 'grok'],
  },
  video: {
    hosts: ['youtube.com', 'youtu.be', 'vimeo.com', 'twitch.tv', 'dailymotion.com'],
    names: ['youtube', 'vimeo', 'twitch', 'dailymotion'],
  },
  social: {
    hosts: [
      'facebook.com',
      'fb.com',
      'messenger.com',
      'instagram.com',
      'threads.net',
      'threads.com',
      'tiktok.com',
      'twitter.com',
      'x.com',
      't.co',
      'bsky.app',
      'mastodon.social',
      'linkedin.com',
      'lnkd.in',
      'xing.com',
      'pinterest.com',
      'pinterest.de',
      'pin.it',
      'reddit.com',
      'snapchat.com',
      'whatsapp.com',
      'wa.me',
      't.me',
      'telegram.org',
      'discord.com',
      'quora.com',
      'gutefrage.net',
    ],
    names: [
      'facebook',
      'fb',
      'instagram',
      'ig',
      'threads',
      'tiktok',
      'twitter',
      'bluesky',
      'mastodon',
      'linkedin',
      'xing',
      'pinterest',
      'reddit',
      'snapchat',
      'whatsapp',
      'telegram',
      'discord',
      'quora',
      'gutefrage',
    ],
  },
  search: {
    hosts: [
      'com.google.android.googlequicksearchbox',
      'bing.com',
      'duckduckgo.com',
      'ecosia.org',
      'startpage.com',
      'qwant.com',
      'metager.de',
      'metager.org',
      'swisscows.com',
      'mojeek.com',
      'kagi.com',
      'search.brave.com',
      'search.yahoo.com',
      'search.aol.com',
      'search.ch',
      'suche.web.de',
      'suche.gmx.net',
      'suche.t-online.de',
      'suche.freenet.de',
      'yandex.com',
      'yandex.ru',
      'baidu.com',
      'lycos.com',
    ],
    names: [
      'google',
      'bing',
      'yahoo',
      'duckduckgo',
      'ecosia',
      'startpage',
      'qwant',
      'metager',
      'brave',
      'yandex',
      'baidu',
      'aol',
    ],
  },
} as const

export type SiteKind = keyof typeof sites

const kindByName = new Map<string, SiteKind>(
  (Object.keys(sites) as SiteKind[]).flatMap((kind) =>
    [...sites[kind].hosts, ...sites[kind].names].map((name) => [name, kind] as const),
  ),
)

/** Matches the hosts of Google's search, such as `google.de`, but not those of its other services. */
const googleSearch = /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

/**
 * Returns the kind of a site, given its host or its name in a campaign, or undefined if the site is unknown. A host
 * that is listed itself takes precedence over the domain to which it belongs.
 */
export function siteKind(source: string): SiteKind | undefined {
  const name = source.trim().toLowerCase()
  if (googleSearch.test(name)) return 'search'
  for (let host = name; host !== ''; host = host.includes('.') ? host.slice(host.indexOf('.') + 1) : '') {
    // Names of campaigns match as a whole only: the top-level domain of a host is not the name of a site.
    const kind = host === name || host.includes('.') ? kindByName.get(host) : undefined
    if (kind) return kind
  }
  return undefined
}
