/**
 * Clipboard content of Word and Google Docs after copying a whole page, shortened, with the markup an author
 * would have written instead.
 */

export const fromWord = {
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-size:12.0pt; font-family:"Aptos",sans-serif;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
<body lang=EN-US link="#467886" style='tab-interval:.5in'><!--StartFragment-->
<h1><span style='mso-fareast-language:EN-US'>Fees in 2026<o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-size:11.0pt;color:#1F1F1F'>The state asks for <b>$60</b> each year,<span style='mso-spacerun:yes'>  </span>and the <i>agent</i> for more. See <a href="https://sos.wyo.gov/"><span style='color:windowtext'>the state</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Annual report<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New";mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>due on the first day of the month<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Registered agent<o:p></o:p></p>
<h2>Steps<o:p></o:p></h2>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>File<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Pay<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
<tr style='mso-yfti-irow:0'><td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt'><p class=MsoNormal>State<o:p></o:p></p></td><td width=312 valign=top><p class=MsoNormal>Fee<o:p></o:p></p></td></tr>
<tr style='mso-yfti-irow:1'><td width=312 valign=top><p class=MsoNormal>Wyoming<o:p></o:p></p></td><td width=312 valign=top><p class=MsoNormal>$60<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.png"></p>
<!--EndFragment--></body></html>`,
  body: [
    '<h2>Fees in 2026</h2>',
    '<p>The state asks for <strong>$60</strong> each year, and the <em>agent</em> for more. See <a href="https://sos.wyo.gov/">the state</a>.</p>',
    '<ul>',
    '<li>Annual report<ul>',
    '<li>due on the first day of the month</li>',
    '</ul></li>',
    '<li>Registered agent</li>',
    '</ul>',
    '<h3>Steps</h3>',
    '<ol>',
    '<li>File</li>',
    '<li>Pay</li>',
    '</ol>',
    '<table>',
    '<tbody>',
    '<tr><td>State</td><td>Fee</td></tr>',
    '<tr><td>Wyoming</td><td>$60</td></tr>',
    '</tbody>',
    '</table>',
  ].join('\n'),
};

export const fromGoogleDocs = {
  html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6a1f7c1e-7fff-1b6d-2c44-9d1d7e8f0a11"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">Before you apply</span></h2><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre-wrap;">You need a </span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">company</span><span style="font-size:11pt;font-weight:400;font-style:italic;white-space:pre-wrap;"> in the US</span><span style="font-weight:400;white-space:pre-wrap;">, see </span><a href="http://www.irs.gov/" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">irs.gov</span></a><span style="font-weight:400;"> and </span><a href="https://www.irs.gov/ein" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">the form</span></a></p><p dir="rtl" style="line-height:1.38;"><span style="font-weight:400;">شركة أمريكية</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" style="line-height:1.38;" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">One</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Inner</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Two</span></p></li></ul><br /><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;vertical-align:top;"><p dir="ltr"><span style="font-weight:700;">Form</span></p></td><td><p dir="ltr"><span style="font-weight:700;">Days</span></p></td></tr><tr><td><p dir="ltr"><span style="font-weight:400;">SS-4</span></p></td><td><p dir="ltr"><span style="font-weight:400;">4</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
  body: [
    '<h2>Before you apply</h2>',
    '<p>You need a <strong>company</strong><em> in the US</em>, see <a href="https://www.irs.gov/">irs.gov</a> and <a href="https://www.irs.gov/ein">the form</a></p>',
    '<p dir="rtl">شركة أمريكية</p>',
    '<ul>',
    '<li>One<ul>',
    '<li>Inner</li>',
    '</ul></li>',
    '<li>Two</li>',
    '</ul>',
    '<table>',
    '<tbody>',
    '<tr><td><strong>Form</strong></td><td><strong>Days</strong></td></tr>',
    '<tr><td>SS-4</td><td>4</td></tr>',
    '</tbody>',
    '</table>',
  ].join('\n'),
};
