export const tutors = {
  list: {
    title: 'المدرّسين',
    purpose: 'دوسة على ميعاد يناسبك، وحصتك محجوزة في أقل من دقيقة.',
    found: '{count, plural, zero {مفيش مدرّسين} one {مدرّس واحد} two {مدرّسين اتنين} few {# مدرّسين} other {# مدرّس}}',
    foundFor:
      '{count, plural, zero {مفيش نتايج لـ «{search}»} one {نتيجة واحدة لـ «{search}»} two {نتيجتين لـ «{search}»} few {# نتايج لـ «{search}»} other {# نتيجة لـ «{search}»}}',
    loading: 'بنجيب لك المدرّسين…',
    searchLabel: 'دوّر على مدرّس',
    searchHint: 'اسم المدرّس أو موضوع، زي «محادثة»',
    clearSearch: 'امسح البحث',
    showChanges: 'شوف الترتيب الجديد',
  },
  /** Of the window of a tutor's page, which the edge renders. */
  titles: {
    of: 'حصص إنجليزي مع {name} | حصّة',
    notFound: 'المدرّس مش موجود | حصّة',
  },
  card: {
    book: 'احجز {when} مع {name}',
    film: 'شغّل فيديو {name}',
    slow: 'براحة مع المبتدئين',
    quote: '«{text}»',
    quoted: 'طالب قال:',
    notFree: 'مفيش مواعيد فاضية دلوقتي',
    lessons:
      '{count, plural, =0 {جديد على حصّة} one {حصة واحدة معانا} two {حصتين معانا} few {# حصص معانا} many {# حصة معانا} other {# حصة معانا}}',
    moreTopics: '+{count, number}',
    otherTopics: 'ومواضيع تانية: {topics}',
    topics: 'المواضيع',
  },
}
