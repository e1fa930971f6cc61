/** What a person has agreed to: in the settings, on the person's page for staff, and the question after a text has changed. */
export const consents = {
  title: 'موافقاتك',
  text: 'اللي {gender, select, female {وافقتي} other {وافقت}} عليه وإمتى. السجل ده بيفضل محفوظ إثبات ليك ولينا.',
  ofTitle: 'الموافقات',
  ofText: 'وافق على إيه وإمتى وفين. السجل ده ثابت.',
  loading: 'بنجيب الموافقات',
  empty: 'لسه مفيش موافقات متسجّلة.',
  kinds: { terms: 'شروط الاستخدام', privacy: 'سياسة الخصوصية', marketing: 'أخبار حصّة على الإيميل والإشعارات' },
  version: 'النسخة {version, number}',
  given: 'موافقة',
  withdrawn: 'اتلغت',
  places: {
    registration: 'وقت عمل الحساب',
    google: 'وقت عمل الحساب بجوجل',
    settings: 'من الإعدادات',
    question: 'عند السؤال عن النص الجديد',
    link: 'من رابط في الرسالة',
  },
  due: 'مستنية موافقة: {texts}',
  mailingsOn: 'أخبار حصّة بتوصلك دلوقتي.',
  mailingsOff: 'أخبار حصّة مش بتوصلك: محتاجة موافقتك.',
  change: 'غيّر ده',
  question: {
    label: 'تنبيه: فيه نص مستني موافقتك',
    first: { title: 'قبل ما نبدأ', banner: 'موافقتك على الشروط وسياسة الخصوصية لسه ناقصة.' },
    changed: { title: 'شروطنا اتغيّرت', banner: 'نصوصنا اتجددت، ومحتاجين موافقتك عليها.' },
    text: '{gender, select, female {اقري} other {اقرا}} دول، وكل واحد بيفتح في صفحة لوحده:',
    student:
      'لحد ما {gender, select, female {توافقي} other {توافق}}، الحجز والدفع واقفين. حصصك وإلغاؤها وبياناتك والخروج زي ما هم.',
    tutor:
      'لحد ما {gender, select, female {توافقي} other {توافق}}، التقديم وفتح المواعيد واقفين. حصصك وأرباحك وبياناتك والخروج زي ما هم.',
    agree: '{gender, select, female {موافقة} other {موافق}}',
    later: 'بعدين',
    open: '{gender, select, female {اقري ووافقي} other {اقرا ووافق}}',
    done: 'موافقتك اتسجّلت',
    failed: 'الموافقة ما اتسجّلتش',
  },
} as const
