/** Recording, uploading and tracking the user's intro video. */
export const introVideo = {
  emailFirst:
    '{gender, select, female {أكّدي إيميلك الأول، وبعدها ابعتي} other {أكّد إيميلك الأول، وبعدها ابعت}} الفيديو من هنا.',
  loading: 'بنجيب الفيديو بتاعك…',
  steps: {
    start: 'طريقة عمل الفيديو',
    record: 'تسجيل الفيديو',
    clip: 'الفيديو قبل ما تبعته',
    upload: 'رفع الفيديو',
  },
  start: {
    text: 'فيديو من دقيقة لتلات دقايق، {gender, select, female {تقولي فيه إنتي} other {تقول فيه إنت}} مين والحصة معاك بتمشي إزاي. {gender, select, female {سجّليه هنا أو ارفعي} other {سجّله هنا أو ارفع}} فيديو جاهز.',
    record: 'سجّل دلوقتي',
    recordHint:
      'هتلاقي الأسئلة قدامك و{gender, select, female {إنتي بتسجّلي، وتقدري تعيدي} other {إنت بتسجّل، وتقدر تعيد}} براحتك.',
    or: 'أو',
    choose: 'فيديو من جهازك',
  },
  tips: {
    title: 'قبل ما تبدأ',
    light: 'خلّي النور قدامك، مش وراك.',
    quiet: 'مكان هادي، والموبايل أو اللابتوب ثابت وعلى مستوى عينك.',
    sound: '{gender, select, female {قرّبي من الميكروفون، وجرّبي} other {قرّب من الميكروفون، وجرّب}} عشر ثواني الأول.',
  },
  prompter: {
    label: 'الأسئلة',
    counter: 'سؤال {n, number} من {total, number}',
    next: 'السؤال اللي بعده',
    previous: 'السؤال اللي قبله',
    questions: {
      who: '{gender, select, female {إنتي مين، وبتدرّسي} other {إنت مين، وبتدرّس}} إنجليزي من قد إيه؟',
      how: 'الحصة معاك بتمشي إزاي؟',
      whom: 'مين أكتر ناس بتستفيد معاك: مبتدئين، محادثة، شغل، ولا أطفال؟',
      story: 'احكي عن طالب اتطوّر معاك.',
      english: 'ودلوقتي بالإنجليزي: ليه الطالب يبدأ معاك؟',
    },
  },
  recorder: {
    label: 'صورتك وإنت بتسجّل',
    opening: 'بنفتح الكاميرا والميكروفون…',
    begin: 'ابدأ التسجيل',
    countdown: 'هنبدأ كمان {n, number}',
    recording: 'بيسجّل دلوقتي',
    length: 'سجّلت {length}',
    atLeast: '{gender, select, female {كمّلي} other {كمّل}} لحد {min} على الأقل.',
    enough: 'تمام كده. {gender, select, female {تقدري تقفي} other {تقدر تقف}} في أي وقت لحد {max}.',
    stop: 'خلّصت',
    back: 'رجوع',
    makingReady: 'بنجهّز الفيديو…',
    mirrored: '{gender, select, female {شايفة} other {شايف}} نفسك زي المراية. في الفيديو الكلام اللي وراك هيبان معدول.',
    stopped: 'الكاميرا أو الميكروفون اتقفلوا في نص التسجيل. اللي اتسجّل محفوظ تحت.',
    problems: {
      title: 'مش عارفين نفتح الكاميرا والميكروفون',
      insecure:
        'الصفحة دي مش مفتوحة على اتصال آمن. {gender, select, female {افتحي} other {افتح}} حصّة من عنوانها اللي بيبدأ بـ https.',
      unsupported:
        'متصفحك مش بيعرف يسجّل فيديو. {gender, select, female {افتحي الصفحة من Chrome أو Safari محدّث، أو ارفعي} other {افتح الصفحة من Chrome أو Safari محدّث، أو ارفع}} فيديو جاهز.',
      denied:
        'المتصفح مانع الإذن. {gender, select, female {دوسي على علامة القفل جنب عنوان الصفحة، اسمحي بالكاميرا والميكروفون، وجرّبي} other {دوس على علامة القفل جنب عنوان الصفحة، اسمح بالكاميرا والميكروفون، وجرّب}} تاني.',
      missing:
        'مش لاقيين كاميرا أو ميكروفون. {gender, select, female {وصّليهم وجرّبي تاني، أو ارفعي} other {وصّلهم وجرّب تاني، أو ارفع}} فيديو جاهز.',
      busy: 'برنامج تاني بيستعمل الكاميرا أو الميكروفون. {gender, select, female {اقفليه وجرّبي} other {اقفله وجرّب}} تاني.',
      unexpected:
        'حصلت حاجة مش متوقعة. {gender, select, female {جرّبي تاني، أو ارفعي} other {جرّب تاني، أو ارفع}} فيديو جاهز.',
    },
    again: 'جرّب تاني',
  },
  clip: {
    title: '{gender, select, female {شوفيه} other {شوفه}} زي ما الطلاب هيشوفوه',
    player: 'الفيديو بتاعك قبل ما {gender, select, female {تبعتيه} other {تبعته}}',
    acts: 'قصّ الفيديو وإرساله',
    reading: 'بنقرا الفيديو…',
    length: 'طوله {length}',
    short:
      'الفيديو {length} بس، وإحنا محتاجين {min} على الأقل. {gender, select, female {سجّلي أو اختاري} other {سجّل أو اختار}} فيديو أطول.',
    long: 'الفيديو {length}، وأقصى حاجة {max}. {gender, select, female {قصّي} other {قصّ}} منه من تحت.',
    unreadable:
      'معرفناش نقرا الفيديو ده. {gender, select, female {سجّلي من هنا، أو اختاري} other {سجّل من هنا، أو اختار}} فيديو MP4 أو WebM تاني.',
    large: 'الفيديو أكبر من {size}. {gender, select, female {قصّي منه أو سجّليه} other {قصّ منه أو سجّله}} من هنا.',
    retake: 'سجّل من الأول',
    another: 'اختار غيره',
    send: 'ابعته للمراجعة',
    sendHint: 'بعد ما {gender, select, female {تبعتيه مش هتقدري تغيّريه} other {تبعته مش هتقدر تغيّره}} لحد ما يتراجع.',
  },
  trim: {
    title: 'قصّ من الأول أو الآخر',
    start: 'يبدأ من',
    end: 'ويخلص عند',
    here: 'من هنا',
    toHere: 'لحد هنا',
    result: 'هيبقى طوله {length}',
    cut: 'قصّ الفيديو',
    undo: 'رجّعه كامل',
    cutting: 'بنقصّ الفيديو',
    failed:
      'المتصفح ده معرفش يقصّ الفيديو. {gender, select, female {ابعتيه زي ما هو لو طوله مظبوط، أو سجّلي} other {ابعته زي ما هو لو طوله مظبوط، أو سجّل}} من الأول.',
  },
  lose: {
    title: '{gender, select, female {تسيبي} other {تسيب}} الفيديو ده؟',
    text: 'الفيديو اللي سجّلته مش هيتحفظ.',
    confirm: 'سيبه وسجّل من الأول',
    leave: 'اخرج من غيره',
    keep: 'خليه',
  },
  sending: {
    title: 'بنرفع الفيديو',
    bar: 'بنرفع {name}',
    amount: '{sent} من {total}',
    left: 'فاضل حوالي {time}',
    seconds: '{count, plural, one {ثانية} two {ثانيتين} few {# ثواني} many {# ثانية} other {# ثانية}}',
    note: 'لو النت قطع أو قفلت الصفحة، هنكمّل من عند ما وقفنا.',
    interrupted: 'النت قطع. هنكمّل لوحدنا أول ما يرجع، ومش هنعيد اللي اترفع.',
    tryNow: 'جرّب دلوقتي',
    pause: 'وقّف شوية',
    paused: 'الرفع واقف. اللي اترفع محفوظ يومين.',
    resume: 'كمّل الرفع',
    giveUp: 'الغي الرفع',
    giveUpTitle: 'تلغي رفع الفيديو؟',
    giveUpText:
      'اللي اترفع هيتمسح، و{gender, select, female {هتحتاجي تختاري الفيديو أو تسجّليه} other {هتحتاج تختار الفيديو أو تسجّله}} تاني.',
    keepOn: 'كمّل الرفع',
    checking: 'وصل كله. بنتأكد إنه فيديو سليم…',
    announced: 'اترفع {percent}',
    failed: 'الفيديو ما اتبعتش',
  },
  sent: {
    player: 'الفيديو التعريفي بتاعك',
    pending: 'وصلنا، وبنراجعه',
    pendingText:
      '{gender, select, female {بعتيه} other {بعته}} {day}. المراجعة عادةً بتاخد يوم أو يومين، والنتيجة هتظهر هنا لوحدها. {gender, select, female {كمّلي} other {كمّل}} باقي الخطوات لحد ما نرد عليك.',
    approved: 'الفيديو اتقبل',
    approvedText: 'شغل حلو. دلوقتي {gender, select, female {تقدري تحجزي} other {تقدر تحجز}} الحصة التجريبية.',
    rejected: 'الفيديو ما اتقبلش المرة دي',
    reason: 'السبب',
    notes: 'ملاحظات على الفيديو',
    noteAt: 'روح لـ {time} في الفيديو',
    retry: '{gender, select, female {تقدري تبعتي} other {تقدر تبعت}} فيديو جديد يوم {day}.',
    retryNow:
      '{gender, select, female {تقدري تبعتي} other {تقدر تبعت}} فيديو جديد دلوقتي. {gender, select, female {خدي} other {خد}} بالك من الملاحظات.',
    broken: 'الفيديو مش راضي يشتغل هنا. {gender, select, female {حدّثي} other {حدّث}} الصفحة.',
  },
} as const
